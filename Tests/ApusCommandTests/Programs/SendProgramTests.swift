import ApusCommand
import Documents
import HTTPModel
import TestSupport
import Testing

/// What the words of `apus send` become, seen by `--dry-run` and by a server.
@Suite struct SendProgramTests {
    private static let ok =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"

    private func sent(
        _ arguments: [String],
        in folder: TemporaryFolder,
        input: String = ""
    ) async throws -> (ChildProgram.Ending, FaultServer) {
        let server = FaultServer(answering: Self.ok)
        let words = arguments.map { $0.replacing("BASE", with: server.base) }
        let ending = try await ChildProgram.run(
            "apus",
            ["send"] + words,
            input: input,
            environment: ["APUS_HISTORY": "off"],
            directory: folder.path
        )
        return (ending, server)
    }

    private func request(
        _ arguments: String...,
        in folder: TemporaryFolder? = nil,
        input: String = ""
    ) async throws -> FaultRequest {
        let folder = try folder ?? TemporaryFolder()
        let (ending, server) = try await sent(arguments, in: folder, input: input)
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
        #expect(ending.output == "hello")
        return try #require(server.requests.first)
    }

    @Test func aURLAloneIsGotAndItsContentPrinted() async throws {
        let request = try await request("BASE/a")
        #expect(request.line == "GET /a HTTP/1.1")
    }

    @Test func itemsBecomeQueryFieldsAndJSON() async throws {
        let request = try await request(
            "BASE/a?x=1",
            "q==a=b&c",
            "X-Trace:47:11",
            "X-Empty;",
            "name=Zoë \"x\"",
            "room:=12.50",
            "tags:=[1,null]",
            "a\\:b=c"
        )
        #expect(request.line == "POST /a?x=1&q=a%3Db%26c HTTP/1.1")
        #expect(request.field("X-Trace") == "47:11")
        #expect(request.field("X-Empty") == "")
        #expect(request.field("Content-Type") == "application/json")
        #expect(
            request.text
                == #"{"name":"Zoë \"x\"","room":12.50,"tags":[1,null],"a:b":"c"}"#
        )
    }

    @Test func aMethodMayComeFirst() async throws {
        #expect(try await request("put", "BASE/a", "n:=1").line == "PUT /a HTTP/1.1")
        #expect(try await request("PURGE", "BASE/a").line == "PURGE /a HTTP/1.1")
    }

    @Test func formsAreSentAsTheySay() async throws {
        let simple = try await request("BASE/a", "-f", "a=b c", "d=&")
        #expect(simple.field("Content-Type") == "application/x-www-form-urlencoded")
        #expect(simple.text == "a=b+c&d=%26")
        let folder = try TemporaryFolder()
        try folder.write("sea.txt", "waves {{x}}")
        let parts = try await request(
            "BASE/a",
            "title=Sea",
            "photo@sea.txt;type=image/x",
            in: folder
        )
        #expect(parts.field("Content-Type")?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(parts.text.contains("name=\"photo\"; filename=\"sea.txt\""))
        #expect(parts.text.contains("image/x"))
        #expect(parts.text.contains("waves {{x}}"))
    }

    @Test func filesAndTheInputAreContent() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.json", #"{"n": 1.00}"#)
        let whole = try await request("BASE/a", "@a.json", in: folder)
        #expect(whole.text == #"{"n": 1.00}"#)
        #expect(whole.field("Content-Type") == "application/json")
        let member = try await request("BASE/a", "m:=@a.json", "t=@a.json", in: folder)
        #expect(member.text == #"{"m":{"n":1.00},"t":"{\"n\": 1.00}"}"#)
        #expect(try await request("BASE/a", "@-", input: "from stdin").text == "from stdin")
        #expect(try await request("BASE/a", "-d", "as it is").text == "as it is")
    }

    @Test func aTokenAndAUserAreCredentials() async throws {
        let token = try await request("BASE/a", "--token", "bearer t0p")
        #expect(token.field("Authorization") == "Bearer t0p")
        let user = try await request("BASE/a", "-u", "me:pass:word")
        #expect(user.field("Authorization") == "Basic bWU6cGFzczp3b3Jk")
    }

    @Test func aCurlCommandIsSentAsCurlWould() async throws {
        let folder = try TemporaryFolder()
        let text = "curl -X PATCH -H 'X-A: b' --data-raw '{\"a\":1}' BASE/curl"
        let (ending, server) = try await sent(["--curl", text], in: folder)
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
        let request = try #require(server.requests.first)
        #expect(request.line == "PATCH /curl HTTP/1.1")
        #expect(request.field("X-A") == "b")
        #expect(request.text == "{\"a\":1}")
    }

    @Test func exitCodesAndChannelsAreThoseOfRun() async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer(
            answering: "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone"
        )
        let missing = try await Apus.run(
            "send",
            server.base + "/x",
            "-i",
            in: folder,
            environment: ["APUS_HISTORY": "off"]
        )
        #expect(missing.exitCode == 1)
        #expect(missing.output == "HTTP/1.1 404 Not Found\nContent-Length: 4\n\ngone")
        #expect(missing.diagnostics.contains("httpError.notFound"))
        let refused = try await Apus.run("send", "http://127.0.0.1:1/", in: folder)
        #expect(refused.exitCode == 4)
        #expect(refused.output.isEmpty)
        #expect(refused.diagnostics.contains("connect.refused"))
        for words in [
            ["send"], ["send", ":80", "no item"], ["send", ":80", "n:=x"],
            ["send", ":80", "Accept:"], ["send", ":80", "--curl", "curl x"],
            ["send", ":80", "--timeout", "soon"], ["send", ":80", "--content-limit", "much"],
        ] {
            let ending = try await ChildProgram.run("apus", words)
            #expect(ending.exitCode == 2, "\(words)")
            #expect(ending.diagnostics.contains("apus:"), "\(words)")
        }
        let noFile = try await Apus.run("send", ":80", "@nowhere.json", in: folder)
        #expect(noFile.exitCode == 3)
    }

    @Test func aDryRunShowsTheRequestWithoutItsSecrets() async throws {
        let folder = try TemporaryFolder()
        let ending = try await Apus.run(
            "send",
            "-n",
            ":8080/a?api_key=s3cret",
            "Authorization:Bearer abc",
            "n:=1",
            in: folder
        )
        #expect(ending.exitCode == 0)
        #expect(
            ending.output == """
                POST http://localhost:8080/a?api_key=•••
                Authorization: Bearer •••
                Content-Type: application/json
                Accept: application/json, */*;q=0.5

                {"n":1}

                """
        )
    }

    @Test func theContentGoesIntoAFile() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try TemporaryFolder()
        let ending = try await Apus.run(
            "send",
            server.base + "/a",
            "-o",
            "out.txt",
            in: folder
        )
        #expect(ending.exitCode == 0)
        #expect(ending.output.isEmpty)
        #expect(try folder.read("out.txt").text == "hello")
    }
}

import Documents
import Glibc
import HTTPModel
import TestSupport
import Testing

/// `apus run` as a whole program against servers on loopback.
@Suite struct RunProgramTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    private static let missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}"

    private func folder(_ text: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("api.http", text)
        return folder
    }

    private func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Octets(utf8: text))
    }

    @Test func whatHoldsExitsWithZero() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(
            "### a\n# @name a\n# @assert status == 200\nGET \(server.base)/a\n"
        )
        let ending = try await Apus.run("run", "api.http", in: folder)
        #expect(ending.exitCode == 0)
        #expect(ending.output.hasPrefix("✓ api.http#a  GET \(server.base)/a  200 OK"))
        #expect(ending.output.contains("\n1 passed"))
        #expect(ending.diagnostics.isEmpty)
        #expect(server.requests.map(\.line) == ["GET /a HTTP/1.1"])
    }

    @Test func aFailedAssertionExitsWithOne() async throws {
        let server = FaultServer(answering: Self.missing)
        let folder = try folder(
            "### a\n# @name a\n# @assert status == 200\nGET \(server.base)/a\n"
        )
        let ending = try await Apus.run("run", "api.http", in: folder)
        #expect(ending.exitCode == 1)
        #expect(ending.output.contains("status == 200  found: 404"))
        #expect(ending.output.contains("httpError.notFound"))
    }

    @Test func aFailedMappingExitsWithOne() async throws {
        let server = FaultServer(answering: Self.missing)
        let folder = try folder("GET \(server.base)/a\n")
        #expect(try await Apus.run("run", "api.http", in: folder).exitCode == 1)
    }

    @Test func aWrongCommandLineExitsWithTwo() async throws {
        let folder = try folder("GET http://127.0.0.1:9/\n")
        let ending = try await Apus.run("run", "api.http", "--repotr", "json=-", in: folder)
        #expect(ending.exitCode == 2)
        #expect(ending.output.isEmpty)
        #expect(
            ending.diagnostics
                == "apus: unknown option '--repotr'; did you mean '--report'?\nTry 'apus help run'.\n"
        )
    }

    @Test func aBrokenFileExitsWithThreeAndItsPlaceAndSendsNothing() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(
            "### a\nGET \(server.base)/a\n\n### b\nGET \(server.base)/b\nno field here\n\n"
        )
        let ending = try await Apus.run("run", "api.http", in: folder)
        #expect(ending.exitCode == 3)
        #expect(ending.diagnostics.hasPrefix("api.http:6:1: "))
        #expect(ending.diagnostics.split(separator: "\n").count == 1)
        #expect(ending.output.contains("cannot be sent (api.http:6:1)\n"))
        #expect(server.connectionCount == 0)
    }

    @Test func aNamedRequestRunsBesideABrokenOne() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(
            """
            ### a
            GET \(server.base)/a

            ### b
            GET \(server.base)/b
            no field here

            ### c
            this is no request line
            """
        )
        let good = try await Apus.run("run", "api.http#a", in: folder)
        #expect(good.exitCode == 0)
        #expect(good.diagnostics.isEmpty)
        #expect(server.requests.map(\.target) == ["/a"])
        let broken = try await Apus.run("run", "api.http#b", in: folder)
        #expect(broken.exitCode == 3)
        #expect(broken.diagnostics.hasPrefix("api.http:6:1: "))
        let unread = try await Apus.run("run", "api.http#c", in: folder)
        #expect(unread.exitCode == 3)
        #expect(unread.diagnostics.contains("api.http:9:1: "))
        let whole = try await Apus.run("run", "api.http", in: folder)
        #expect(whole.exitCode == 3)
        #expect(server.requests.count == 1)
    }

    @Test func aRequestThatAsksFirstIsSentOnlyWhenToldTo() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(
            "### a\nGET \(server.base)/a\n\n### b\n# @note This removes all\nDELETE \(server.base)/b\n"
        )
        let refused = try await Apus.run("run", "api.http", in: folder)
        #expect(refused.exitCode == 3)
        #expect(refused.diagnostics.hasPrefix("api.http:5:3: the request asks before it is sent"))
        #expect(refused.diagnostics.contains("(This removes all)"))
        #expect(server.connectionCount == 0)
        let sent = try await Apus.run("run", "api.http", "--yes", in: folder)
        #expect(sent.exitCode == 0)
        #expect(server.requests.map(\.target) == ["/a", "/b"])
        let shown = try await Apus.run("run", "api.http", "--dry-run", in: folder)
        #expect(shown.exitCode == 0)
    }

    @Test func anUnknownVariableExitsWithThreeAndItsPlace() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(
            "### a\nGET \(server.base)/a\n\n### b\nGET \(server.base)/{{nowhere}}\n"
        )
        let ending = try await Apus.run("run", "api.http", "--json", in: folder)
        #expect(ending.exitCode == 3)
        #expect(ending.diagnostics.hasPrefix("api.http:5:"))
        #expect(server.connectionCount == 0)
        let report = try json(ending.output)
        #expect(report["summary"]?["errors"]?.intValue == 1)
        #expect(report["summary"]?["skipped"]?.intValue == 1)
        #expect(report["results"]?.arrayValue?.last?["problem"]?["line"]?.intValue == 5)
    }

    @Test func aRefusedPortExitsWithFourAndItsCode() async throws {
        let port = RealPeer.freePort()
        let folder = try folder("### a\n# @name a\nGET http://127.0.0.1:\(port)/a\n")
        let ending = try await Apus.run("run", "a", "--report", "json=-", in: folder)
        #expect(ending.exitCode == 4)
        let report = try json(ending.output)
        let result = report["results"]?.arrayValue?.first
        #expect(result?["outcome"]?.stringValue == "error")
        #expect(result?["status"] == .null)
        #expect(result?["apiError"]?.stringValue == "network")
        #expect(result?["failure"]?["code"]?.stringValue == "connect.refused")
        #expect(result?["failure"]?["phase"]?.stringValue == "connect")
        #expect(ending.diagnostics.isEmpty)
    }

    @Test func interruptingAStalledBodyExitsWith130AndReports() async throws {
        let gate = Gate()
        let server = FaultServer { connection in
            guard let request = connection.readRequest() else { return }
            guard request.target == "/stall" else {
                connection.send(Self.ok)
                return
            }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            gate.open()
            connection.waitForClose()
        }
        let folder = try folder(
            "### a\nGET \(server.base)/a\n\n### b\nGET \(server.base)/stall\n\n### c\n"
                + "GET \(server.base)/c\n"
        )
        let program = try Apus.start("run", "api.http", "--report", "json=-", in: folder)
        await gate.wait()
        let start = ContinuousClock.now
        program.signal(SIGINT)
        let ending = await program.finish()
        // Well before the limits of the request would end it; how fast is for the benchmarks.
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(ending.exitCode == 130)
        let results = try json(ending.output)["results"]?.arrayValue
        #expect(
            results?.map { $0["outcome"]?.stringValue } == ["passed", "error", "skipped"]
        )
        #expect(results?[1]["failure"]?["code"]?.stringValue == "cancelled")
    }

    @Test func bodiesArePrintedAsTheyCameAndTheRestGoesToStderr() async throws {
        let server = FaultServer { connection in
            while let request = connection.readRequest() {
                let isFound = request.target == "/a"
                connection.send(
                    "HTTP/1.1 \(isFound ? "200 OK" : "404 Not Found")\r\nContent-Length: 3\r\n\r\n"
                        + (isFound ? "a\u{1B}\n" : "no\n")
                )
            }
        }
        let folder = try folder("### a\nGET \(server.base)/a\n\n### b\nGET \(server.base)/b\n")
        let ending = try await Apus.run("run", "api.http", "--body", in: folder)
        #expect(ending.exitCode == 1)
        #expect(ending.output == "a\u{1B}\nno\n")
        #expect(ending.diagnostics.hasPrefix("✗ api.http#b  GET \(server.base)/b  404 Not Found"))
    }

    @Test func bodiesAndAReportDoNotShareStdout() async throws {
        let folder = try folder("GET http://127.0.0.1:9/\n")
        let ending = try await Apus.run("run", "api.http", "--body", "--json", in: folder)
        #expect(ending.exitCode == 2)
        #expect(ending.output.isEmpty)
        #expect(ending.diagnostics.hasPrefix("apus: --body and a report on stdout exclude"))
    }

    @Test func aReportOnStdoutStandsAlone() async throws {
        let server = FaultServer(answering: Self.missing)
        let folder = try folder("### a\nGET \(server.base)/a\n")
        let ending = try await Apus.run(
            "run",
            "api.http",
            "--report",
            "json=-",
            "--report",
            "junit=report.xml",
            "--report=tap=report.tap",
            in: folder
        )
        #expect(ending.exitCode == 1)
        #expect(try json(ending.output)["schema"]?.intValue == 1)
        #expect(try folder.read("report.xml").text.contains("<failure "))
        #expect(try folder.read("report.tap").text.hasPrefix("TAP version 14\n1..1\nnot ok 1"))
    }

    @Test func reportsThatCannotBeWrittenAreRefusedBeforeSending() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder("GET \(server.base)/a\n")
        let ending = try await Apus.run("run", "api.http", "--report", "json=no/x.json", in: folder)
        #expect(ending.exitCode == 3)
        #expect(server.connectionCount == 0)
        let two = try await Apus.run("run", "api.http", "--json", "--report", "tap=-", in: folder)
        #expect(two.exitCode == 2)
        #expect(two.diagnostics.contains("only one report can go to stdout"))
    }

    @Test func failingFastLeavesTheRestNotRun() async throws {
        let server = FaultServer(answering: Self.missing)
        let folder = try folder("GET \(server.base)/a\n\n###\nGET \(server.base)/b\n")
        let ending = try await Apus.run("run", ".", "--fail-fast", in: folder)
        #expect(ending.exitCode == 1)
        #expect(server.requests.map(\.target) == ["/a"])
        #expect(ending.output.contains("1 not run"))
    }

    @Test func tagsAndRepetitionsChooseWhatIsSent() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(
            "### a\n# @tag smoke\nGET \(server.base)/a\n\n### b\nGET \(server.base)/b\n"
        )
        let ending = try await Apus.run("run", ".", "-t", "smoke", "--repeat", "3", in: folder)
        #expect(ending.exitCode == 0)
        #expect(server.requests.map(\.target) == ["/a", "/a", "/a"])
    }

    @Test func aDryRunSendsNothing() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder("### a\nGET \(server.base)/{{where}}\n")
        let ending = try await Apus.run(
            "run",
            ".",
            "--dry-run",
            "--var",
            "where=here",
            in: folder
        )
        #expect(ending.exitCode == 0)
        #expect(ending.output.contains("GET \(server.base)/here  not run"))
        #expect(server.connectionCount == 0)
    }

    @Test func aSecretIsInNoOutput() async throws {
        let server = FaultServer(
            answering:
                "HTTP/1.1 401 X\r\nContent-Type: application/json\r\nContent-Length: 28\r\n\r\n"
                + "{\"token\":\"planted-response\"}"
        )
        let folder = try folder(
            """
            ### a
            # @name a
            # @token bearer {{secret}}
            # @capture accessToken = jsonpath $.token
            # @assert status == 200
            # @assert body == nothing
            # @assert jsonpath $.token == other
            GET \(server.base)/a/{{secret}}?api_key={{secret}}

            ### b
            # @name b
            # @assert status == 200
            GET \(server.base)/b/{{accessToken}}

            """
        )
        try folder.write("http-client.env.json", #"{"local": {}}"#)
        try folder.write(
            "http-client.private.env.json",
            #"{"local": {"secret": "planted-secret"}}"#
        )
        let plain = try await Apus.run("run", ".", in: folder)
        let reports = try await Apus.run(
            "run",
            ".",
            "--json",
            "--report=junit=r.xml",
            "--report=tap=r.tap",
            in: folder
        )
        let shown = try await Apus.run("show", "a", in: folder)
        let exported = try await Apus.run("export", "a", "--to", "curl", in: folder)
        #expect(plain.exitCode == 1)
        #expect(shown.exitCode == 0)
        #expect(exported.exitCode == 0)
        let outputs =
            [plain, reports, shown, exported].flatMap { [$0.output, $0.diagnostics] }
            + [try folder.read("r.xml").text, try folder.read("r.tap").text]
        for output in outputs { #expect(!output.contains("planted-"), "\(output)") }
        #expect(server.requests.contains { $0.field("authorization") == "Bearer planted-secret" })
    }
}

import ClientCore
import Files
import HTTPModel
import TestSupport
import Testing

/// Cookies on disk.
@Suite struct CookieFileTests {
    private func received(_ jar: CookieJar, _ fields: String...) throws {
        jar.receive(
            HTTPFields(fields.map { HTTPField("Set-Cookie", $0) }),
            from: try TargetURI("https://www.a.test/x/y")
        )
    }

    @Test func whatIsSavedIsReadBackAndPrivate() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state/cookies.txt")
        let jar = try CookieJar(file: path)
        try received(
            jar,
            "id=1; max-age=1000; domain=a.test; secure; httponly; path=/",
            "empty=; max-age=1000",
            "session=2",
            "tab=a\tb; max-age=1000"
        )
        try jar.save()
        #expect(FileSystem.mode(of: path) == 0o600)
        #expect(FileSystem.mode(of: folder.file("state")) == 0o700)
        let text = try folder.read("state/cookies.txt").text
        #expect(text.contains("#HttpOnly_.a.test\tTRUE\t/\tTRUE\t"))
        #expect(text.contains("www.a.test\tFALSE\t/x\tFALSE\t"))
        #expect(!text.contains("session") && !text.contains("tab"))
        let again = try CookieJar(file: path)
        let old = jar.cookies.filter { $0.name == "id" || $0.name == "empty" }
        #expect(again.cookies.map(\.name).sorted() == ["empty", "id"])
        for cookie in old {
            let read = try #require(again.cookies.first { $0.name == cookie.name })
            #expect(read.expiry == cookie.expiry && read.valueBytes == cookie.valueBytes)
            #expect(read.isHostOnly == cookie.isHostOnly && read.isSecure == cookie.isSecure)
            #expect(read.isHTTPOnly == cookie.isHTTPOnly && read.path == cookie.path)
        }
    }

    @Test func sessionCookiesAreSavedWhenAskedFor() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("c.txt")
        let jar = try CookieJar(file: path, savesSessionCookies: true)
        try received(jar, "s=1")
        try jar.save()
        let again = try CookieJar(file: path)
        #expect(again.cookies.map(\.name) == ["s"] && again.cookies[0].expiry == nil)
    }

    @Test func aCookieThatBecomesOneOfTheSessionIsNotLeftInTheFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("c.txt")
        let jar = try CookieJar(file: path)
        try received(jar, "sid=old; max-age=1000", "other=1; max-age=1000")
        try jar.save()
        try received(jar, "sid=new")
        try jar.save()
        #expect(try CookieJar(file: path).cookies.map(\.name) == ["other"])
    }

    @Test func nothingIsWrittenWhileNothingChanged() throws {
        let folder = try TemporaryFolder()
        let jar = try CookieJar(file: folder.file("c.txt"))
        try received(jar, "s=1")
        try jar.save()
        #expect(!FileSystem.exists(folder.file("c.txt")))
    }

    @Test func otherToolsFilesAreReadAndOddLinesLeftOut() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "c.txt",
            """
            # HTTP Cookie File
            # a remark
            .a.test\tTRUE\t/\tFALSE\t0\tone\t1\r
            #HttpOnly_b.test\tFALSE\t/p\tTRUE\t4102444800\ttwo\t2
            b.test\tFALSE\t/\tFALSE\t4102444800\tnovalue
            b.test\tFALSE\t/\tFALSE\t1\tended\t3
            broken line
            b.test\tFALSE\tp\tFALSE\t0\tbadpath\t3
            b.test\tFALSE\t/\tFALSE\tsoon\tbadtime\t3

            """
        )
        let jar = try CookieJar(file: folder.file("c.txt"))
        #expect(jar.cookies.map(\.name) == ["one", "two", "novalue"])
        #expect(jar.cookies[0].isHostOnly == false && jar.cookies[0].value == "1")
        #expect(jar.cookies[1].isSecure && jar.cookies[1].isHTTPOnly)
    }

    @Test func aFileThatCannotBeReadIsNamed() throws {
        let folder = try TemporaryFolder()
        #expect(throws: CookieFileError.self) { try CookieJar(file: folder.path) }
        do {
            _ = try CookieJar(file: folder.path)
        } catch {
            #expect(error.description.contains(folder.path))
        }
    }

    @Test func curlReadsWhatIsSaved() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("c.txt")
        let jar = try CookieJar(file: path)
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let target = try TargetURI(server.base + "/x/y")
        jar.receive(
            [
                HTTPField("Set-Cookie", "deep=1; max-age=1000"),
                HTTPField("Set-Cookie", "root=a%20b; max-age=1000; path=/"),
                HTTPField("Set-Cookie", "other=3; max-age=1000; path=/z"),
            ],
            from: target
        )
        try jar.save()
        let curl = try ChildProgram(
            "/usr/bin/curl",
            ["-sS", "-b", path, "-c", path, target.text],
            limit: .seconds(30)
        )
        #expect(await curl.finish().exitCode == 0)
        #expect(server.requests.first?.field("Cookie") == "deep=1; root=a%20b")
        // What curl wrote in its turn is read as well.
        #expect(try CookieJar(file: path).cookies.count == 3)
    }
}

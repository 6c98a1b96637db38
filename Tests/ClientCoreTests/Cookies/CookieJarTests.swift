import ClientCore
import HTTPModel
import Synchronization
import Testing

/// Which cookies a request carries, and which stay in the jar.
@Suite struct CookieJarTests {
    private func names(_ jar: CookieJar, _ target: String) throws -> [String] {
        jar.cookies(for: try TargetURI(target)).map(\.name)
    }

    private func receive(_ jar: CookieJar, _ target: String, _ fields: String...) throws {
        let refusals = jar.receive(
            HTTPFields(fields.map { HTTPField("Set-Cookie", $0) }),
            from: try TargetURI(target)
        )
        #expect(refusals == [])
    }

    @Test func aCookieOfAHostGoesToThatHostOnly() throws {
        let jar = CookieJar()
        try receive(jar, "http://a.test/", "host=1", "wide=2; domain=a.test")
        #expect(try names(jar, "http://a.test/") == ["host", "wide"])
        #expect(try names(jar, "http://A.TEST:81/") == ["host", "wide"])
        #expect(try names(jar, "http://www.a.test/") == ["wide"])
        #expect(try names(jar, "http://b.test/") == [])
        #expect(try names(jar, "http://ba.test/") == [])
        #expect(try names(jar, "http://test/") == [])
    }

    @Test func aPathHoldsAtAndBelowIt() throws {
        let jar = CookieJar()
        try receive(jar, "http://a.test/", "root=1; path=/", "deep=2; path=/foo", "s=3; path=/foo/")
        #expect(try names(jar, "http://a.test") == ["root"])
        #expect(try names(jar, "http://a.test/foo") == ["deep", "root"])
        #expect(try names(jar, "http://a.test/foo/") == ["s", "deep", "root"])
        #expect(try names(jar, "http://a.test/foo/bar?q") == ["s", "deep", "root"])
        #expect(try names(jar, "http://a.test/foobar") == ["root"])
        #expect(try names(jar, "http://a.test/FOO") == ["root"])
    }

    @Test func aSecureCookieNeverGoesWithoutTLS() throws {
        let jar = CookieJar()
        try receive(jar, "https://a.test/", "s=1; secure; domain=a.test", "p=2; domain=a.test")
        #expect(try names(jar, "https://a.test/") == ["s", "p"])
        #expect(try names(jar, "http://a.test/") == ["p"])
        let target = try TargetURI("http://www.a.test/x/")
        let refusals = jar.receive(["Set-Cookie": "s=evil; domain=a.test; path=/x"], from: target)
        #expect(refusals.first?.contains("would replace a Secure cookie") == true)
        #expect(jar.cookies.first { $0.name == "s" }?.value == "1")
    }

    @Test func longerPathsComeFirstThenOlderCookies() throws {
        let time = Mutex<Int64>(1000)
        let jar = CookieJar(now: { HTTPDate(secondsSince1970: time.withLock { $0 }) })
        for (i, name) in ["b", "a", "c"].enumerated() {
            time.withLock { $0 = 1000 + Int64(i) }
            try receive(jar, "http://a.test/x/", "\(name)=1; path=\(name == "c" ? "/x" : "/")")
        }
        #expect(try names(jar, "http://a.test/x/") == ["c", "b", "a"])
        time.withLock { $0 += 10 }
        try receive(jar, "http://a.test/x/", "b=2; path=/")
        #expect(try names(jar, "http://a.test/x/") == ["c", "b", "a"], "an update keeps its age")
        #expect(jar.cookies(for: try TargetURI("http://a.test/"))[0].value == "2")
    }

    @Test func whatHasEndedIsNotSent() throws {
        let time = Mutex<Int64>(1000)
        let jar = CookieJar(now: { HTTPDate(secondsSince1970: time.withLock { $0 }) })
        try receive(jar, "http://a.test/", "a=1; max-age=10", "b=2")
        time.withLock { $0 = 1009 }
        #expect(try names(jar, "http://a.test/") == ["a", "b"])
        time.withLock { $0 = 1010 }
        #expect(try names(jar, "http://a.test/") == ["b"])
        #expect(jar.cookies.map(\.name) == ["b"])
    }

    @Test func aSecureCookieThatHasEndedProtectsNothing() throws {
        let time = Mutex<Int64>(1000)
        let jar = CookieJar(now: { HTTPDate(secondsSince1970: time.withLock { $0 }) })
        try receive(jar, "https://a.test/", "a=1; secure; max-age=10")
        let plain: HTTPFields = ["Set-Cookie": "a=2"]
        #expect(jar.receive(plain, from: try TargetURI("http://a.test/")).count == 1)
        time.withLock { $0 = 1010 }
        try receive(jar, "http://a.test/", "a=2")
        #expect(try names(jar, "http://a.test/") == ["a"])
    }

    @Test func aDomainKeepsItsNewestCookiesAndPrefersSecureOnes() throws {
        let time = Mutex<Int64>(1000)
        let jar = CookieJar(now: { HTTPDate(secondsSince1970: time.withLock { $0 }) })
        try receive(jar, "https://a.test/", "keep=1; secure")
        for i in 0..<200 {
            time.withLock { $0 += 1 }
            try receive(jar, "https://a.test/", "n\(i)=1")
        }
        let names = Set(try names(jar, "https://a.test/"))
        #expect(names.count == 180)
        #expect(names.contains("keep") && names.contains("n199") && !names.contains("n20"))
    }

    @Test func theWholeJarHasALimit() throws {
        let time = Mutex<Int64>(1000)
        let jar = CookieJar(now: { HTTPDate(secondsSince1970: time.withLock { $0 }) })
        for host in 0..<20 {
            for i in 0..<160 {
                time.withLock { $0 += 1 }
                jar.set(Cookie(name: "n\(i)", value: "", domain: "h\(host).test"))
            }
        }
        #expect(jar.cookies.count == 3000)
        #expect(try names(jar, "http://h0.test/").isEmpty)
        #expect(try names(jar, "http://h19.test/").count == 160)
    }

    @Test func aDomainIsForgottenWithWhatIsBelowIt() throws {
        let jar = CookieJar()
        try receive(jar, "http://www.a.test/", "a=1")
        try receive(jar, "http://a.test/", "b=1; max-age=100")
        try receive(jar, "http://ba.test/", "c=1")
        jar.removeAll(domain: ".A.test")
        #expect(jar.cookies.map(\.name) == ["c"])
        jar.endSession()
        #expect(jar.cookies == [])
    }

    @Test(.enabled(if: CookieJar.knowsPublicSuffixes))
    func nobodySetsCookiesForARegistry() throws {
        let jar = CookieJar()
        for (host, domain) in [
            ("a.co.uk", "co.uk"), ("a.b.ck", "b.ck"), ("x.github.io", "github.io"),
            ("x.city.kawasaki.jp", "kawasaki.jp"),
        ] {
            let refusals = jar.receive(
                ["Set-Cookie": "a=1; domain=\(domain)"],
                from: try TargetURI("http://\(host)/")
            )
            #expect(refusals.count == 1, "\(domain)")
        }
        for (host, domain) in [
            ("www.a.co.uk", "a.co.uk"), ("a.www.ck", "www.ck"), ("x.a.github.io", "a.github.io"),
            ("x.city.kawasaki.jp", "city.kawasaki.jp"), ("www.example.com", "example.com"),
        ] {
            try receive(jar, "http://\(host)/", "a=1; domain=\(domain)")
        }
        try receive(jar, "http://github.io/", "own=1; domain=github.io")
        #expect(try names(jar, "http://github.io/") == ["own"])
        #expect(try names(jar, "http://x.github.io/") == [])
    }
}

import ClientCore
import HTTPModel
import Testing

/// What is made of a `Set-Cookie` field.
@Suite struct CookieParsingTests {
    private let now = HTTPDate(secondsSince1970: 1_796_000_000)

    private func jar(
        _ field: String,
        from target: String = "https://www.a.test/x/y"
    ) throws -> (CookieJar, refusals: [String]) {
        let now = now
        let jar = CookieJar(now: { now })
        let refusals = jar.receive(["Set-Cookie": field], from: try TargetURI(target))
        return (jar, refusals)
    }

    private func cookie(
        _ field: String,
        from target: String = "https://www.a.test/x/y"
    ) throws -> Cookie {
        let (jar, refusals) = try jar(field, from: target)
        #expect(refusals == [])
        return try #require(jar.cookies.first)
    }

    @Test(arguments: [
        ("a=b", "a", "b"), (" a = b ;x", "a", "b"), ("a=b=c", "a", "b=c"), ("a=", "a", ""),
        ("=b", "", "b"), ("b", "", "b"), ("a=\"q s\"", "a", "\"q s\""), ("a=\u{e9}", "a", "\u{e9}"),
        ("a=1\t", "a", "1"),
    ])
    func nameAndValueAreWhatStandsAroundTheFirstEquals(
        _ field: String,
        _ name: String,
        _ value: String
    ) throws {
        let cookie = try cookie(field)
        #expect(cookie.name == name && cookie.value == value)
        #expect(cookie.domain == "www.a.test" && cookie.isHostOnly)
        #expect(cookie.path == "/x" && cookie.expiry == nil)
    }

    @Test func octetsThatAreNoUTF8ComeBackUnchanged() throws {
        let jar = CookieJar()
        let target = try TargetURI("http://a.test/")
        jar.receive([HTTPField(name: "set-cookie", valueBytes: [0x61, 0x3D, 0xE9])], from: target)
        #expect(jar.cookies(for: target).first?.valueBytes == [0xE9])
        #expect(jar.cookies(for: target).first?.value == "é")
    }

    @Test func attributesAreRead() throws {
        let field =
            "id=1; path=/deep; DOMAIN=.A.test; secure; httponly; samesite=LAX; x; max-age=60"
        let cookie = try cookie(field)
        #expect(cookie.path == "/deep" && cookie.domain == "a.test" && !cookie.isHostOnly)
        #expect(cookie.isSecure && cookie.isHTTPOnly && cookie.sameSite == .lax)
        #expect(cookie.expiry?.secondsSince1970 == 1_796_000_060)
        #expect("\(cookie)" == "id for https://.a.test/deep")
    }

    @Test(arguments: [
        ("/x/y", "/x"), ("/x/", "/x"), ("/x", "/"), ("", "/"), ("/", "/"), ("/x/y?z=/a", "/x"),
    ])
    func withoutAPathTheFolderOfTheRequestCounts(_ path: String, _ expected: String) throws {
        #expect(try cookie("a=b", from: "http://a.test" + path).path == expected)
        #expect(try cookie("a=b; path=rel", from: "http://a.test" + path).path == expected)
    }

    @Test(arguments: [
        ("60", 60), ("0", nil), ("-1", nil), ("99999999999999999999", 400 * 86_400),
        ("6x", 10), ("", 10), ("+5", 10),
    ])
    func maximumAgeWinsOverExpires(_ age: String, _ seconds: Int64?) throws {
        let expires = HTTPDate(secondsSince1970: now.secondsSince1970 + 10).text
        let (jar, _) = try jar("a=b; Max-Age=\(age); Expires=\(expires)")
        let left = jar.cookies.first?.expiry.map { $0.secondsSince1970 - now.secondsSince1970 }
        #expect(left == seconds)
    }

    @Test(arguments: [
        "Wed, 09 Dec 2026 10:18:14 GMT", "Wednesday, 09-Dec-26 10:18:14 GMT",
        "Wed Dec  9 10:18:14 2026", "09 Dec 2026 10:18:14", "Dec 9, 2026 10:18:14 PST",
        "10:18:14 9-december-2026", "2026 Dec 9 10:18:14", "Wed, 09-Dec-2026 10:18:14 GMT",
        "9th Dec 2026 10:18:14.55", "tok 09 Dec 26 10:18:14 2031", "Wed,09/Dec/2026 10:18:14",
    ])
    func expiresIsReadInEveryFormThatServersWrite(_ text: String) throws {
        let cookie = try cookie("a=b; expires=\(text)")
        #expect(cookie.expiry?.text == "Wed, 09 Dec 2026 10:18:14 GMT")
    }

    @Test(arguments: [
        "never", "", "Dec 2026 10:18:14", "09 Dec 2026", "09 Dec 2026 25:18:14",
        "09 Dec 2026 10:18:60", "31 Feb 2027 10:18:14", "09 Dec 1600 10:18:14", "2026-12-09",
        "09 Dec 20266 10:18:14", "009 Dec 2026 10:18:14",
    ])
    func whatIsNoDateLeavesACookieOfTheSession(_ text: String) throws {
        #expect(try cookie("a=b; expires=\(text)").expiry == nil)
    }

    @Test func aPastDateDeletes() throws {
        let (jar, _) = try jar("a=b")
        let target = try TargetURI("https://www.a.test/x/z")
        jar.receive(["Set-Cookie": "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], from: target)
        #expect(jar.cookies == [])
    }

    @Test(arguments: [
        ("a=b\u{1}c", "malformed"), ("=", "malformed"), ("; path=/", "malformed"),
        ("a=b; domain=b.test", "for the domain b.test"),
        ("a=b; domain=x.www.a.test", "for the domain x.www.a.test"),
        ("a=b; domain=w.a.test", "for the domain w.a.test"),
        ("a=b; domain=test", "for test, below which"),
        ("__Secure-a=b", "its name starts with __Secure-"),
        ("__secure-a=b", "its name starts with __Secure-"),
        ("__Host-a=b; secure; path=/; domain=www.a.test", "its name starts with __Host-"),
        ("__Host-a=b; secure", "its name starts with __Host-"),
        ("__Host-a=b; secure; path=/x", "its name starts with __Host-"),
        ("=__Host-a=b; secure; path=/", "its name starts with __Host-"),
        ("a=b; samesite=none", "SameSite=None without Secure"),
    ])
    func whatMayNotBeSetIsRefusedWithTheReason(_ field: String, _ reason: String) throws {
        let (jar, refusals) = try jar(field)
        #expect(jar.cookies == [])
        #expect(refusals.count == 1 && refusals.first?.contains(reason) == true)
        #expect(refusals.first?.contains("=b") == false)
    }

    @Test(arguments: [
        "__Secure-a=b; secure", "__Host-a=b; secure; path=/", "a=b; samesite=none; secure",
        "a=b; domain=", "a=b; domain=www.a.test", "a=b; domain=.a.test",
    ])
    func whatMayBeSetIsKept(_ field: String) throws {
        _ = try cookie(field)
    }

    @Test func aSecureCookieNeedsTLS() throws {
        let (jar, refusals) = try jar("a=b; secure", from: "http://a.test/")
        #expect(jar.cookies == [] && refusals == ["a: Secure, but sent without TLS"])
    }

    @Test func sizesHaveLimits() throws {
        let most = String(repeating: "v", count: 4095)
        _ = try cookie("a=" + most)
        let (_, refusals) = try jar("a=v" + most)
        #expect(refusals == ["a: larger than 4096 bytes"])
        let long = String(repeating: "p", count: 1024)
        #expect(try cookie("a=b; path=/\(long)").path == "/x")
    }

    @Test func anAddressIsOnlyEverItself() throws {
        #expect(try cookie("a=b; domain=127.0.0.1", from: "http://127.0.0.1/").isHostOnly)
        let (jar, refusals) = try jar("a=b; domain=0.0.1", from: "http://127.0.0.1/")
        #expect(jar.cookies == [] && refusals.count == 1)
        #expect(try cookie("a=b", from: "http://[::1]:80/").domain == "[::1]")
    }
}

import HTTPModel
import Testing

@Suite("Target URIs")
struct TargetURITests {
    @Test func partsAreKeptAsWritten() throws {
        let uri = try TargetURI("HTTP://user:p%40ss@Example.COM:8080/a%2Fb/?q=a%20b&q=2#part")
        #expect(uri.scheme == "http")
        #expect(uri.userInfo == "user:p%40ss")
        #expect(uri.host == "Example.COM")
        #expect(uri.port == 8080)
        #expect(uri.path == "/a%2Fb/")
        #expect(uri.query == "q=a%20b&q=2")
        #expect(uri.fragment == "part")
        #expect(uri.requestTarget == "/a%2Fb/?q=a%20b&q=2")
        #expect(uri.authority == "Example.COM:8080")
        #expect(uri.origin.description == "http://example.com:8080")
    }

    @Test(arguments: [
        "http://h", "https://u:p@h:8080/a/b?q=1&q=2#end", "http://[::1]:1/", "http://u@h/?#",
        "http://example.test:65535/%20?x", "https://h:0/",
    ])
    func theTextIsWhatWasRead(text: String) throws {
        #expect(try TargetURI(text).text == text)
    }

    @Test func theDisplayTextHidesCredentials() throws {
        let uri = try TargetURI("https://me:secret@host.test/x#y")
        #expect(uri.description == "https://host.test/x")
        #expect(uri.text == "https://me:secret@host.test/x#y")
    }

    /// Texts that are shown as they were read, and texts that differ from what is shown by little.
    @Test(arguments: [
        "http://h", "https://h:8080/a/b?q=1&q=2", "http://[::1]:1/", "http://h?", "http://h/?a=/",
        "HTTP://h", "http://u@h/", "http://h/#", "http://h#f", "http://h:/", "http://h:080/",
        "http://h:0", "http://h:00", "http://h:+80/", "http://[::1]x80/", " http://h/a b",
        "http://h/{", "  http://h/|", "http://h/é",
    ])
    func aTextThatIsShownAsItIsIsKnown(text: String) throws {
        let (target, isDisplayText) = try TargetURI.reading(text)
        #expect(isDisplayText == (target.displayText == text))
        #expect(try target == TargetURI(text))
    }

    @Test func illegalCharactersAreEncodedAndNothingElse() throws {
        let uri = try TargetURI(" http://h.test/naïve path/{x}?q=ü&f=$filter&g=100% ")
        #expect(uri.path == "/na%C3%AFve%20path/%7Bx%7D")
        #expect(uri.query == "q=%C3%BC&f=$filter&g=100%")
    }

    @Test func anEmptyPathIsSentAsASlash() throws {
        #expect(try TargetURI("http://h.test").requestTarget == "/")
        #expect(try TargetURI("http://h.test?x").requestTarget == "/?x")
        #expect(try TargetURI("http://h.test").text == "http://h.test")
    }

    @Test func anIPv6HostKeepsItsBrackets() throws {
        let uri = try TargetURI("http://[::1]:81/x")
        #expect(uri.host == "[::1]")
        #expect(uri.port == 81)
        #expect(try TargetURI("http://[::1]/x").port == nil)
    }

    @Test(arguments: [
        ("example.com/x", TargetURIError.Code.notAbsolute),
        ("/path", .notAbsolute),
        ("", .notAbsolute),
        ("ftp://h.test/", .unsupportedScheme("ftp")),
        ("http:///path", .missingHost),
        ("http://:80/", .missingHost),
        ("http://h.test:99999/", .malformedPort("99999")),
        ("http://h.test:8o/", .malformedPort("8o")),
        ("http://[::1/", .malformedHost),
        ("http://a:b:80/", .malformedHost),
    ])
    func aWrongTextIsRefusedWithItsReason(text: String, code: TargetURIError.Code) {
        let error = #expect(throws: TargetURIError.self) { try TargetURI(text) }
        #expect(error?.code == code)
        #expect(error?.text == text)
    }

    /// The normal and abnormal examples of RFC 3986 §5.4 that lead to http targets.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("http://other/x/../y", "http://other/y"),
    ])
    func referencesResolveAsTheStandardSays(reference: String, expected: String) throws {
        let base = try TargetURI("http://a/b/c/d;p?q")
        #expect(try base.resolving(reference).text == expected)
    }

    @Test func aRedirectToAFileIsRefused() throws {
        let base = try TargetURI("http://a/b")
        #expect(throws: TargetURIError.self) { try base.resolving("file:///etc/passwd") }
        #expect(throws: TargetURIError.self) { try base.resolving("mailto:someone") }
    }

    @Test func credentialsAreNotInheritedByAReference() throws {
        #expect(try TargetURI("http://u:p@a/b").resolving("/c").userInfo == nil)
    }

    @Test func queryItemsKeepOrderAndDuplicates() throws {
        var uri = try TargetURI("http://h.test/?q=1&p&q=2&r=")
        #expect(uri.queryItems.map(\.text) == ["q=1", "p", "q=2", "r="])
        uri.queryItems.append(QueryItem(name: "a=b&c", value: "x y+100%"))
        #expect(uri.query == "q=1&p&q=2&r=&a%3Db%26c=x%20y%2B100%25")
        uri.queryItems = []
        #expect(uri.text == "http://h.test/")
    }
}

@Suite("Percent encoding")
struct PercentEncodingTests {
    @Test(arguments: [
        ("a b", PercentEncoding.Place.pathSegment, "a%20b"),
        ("a/b", .pathSegment, "a%2Fb"),
        ("a=b&c=d", .queryItem, "a%3Db%26c%3Dd"),
        ("100%", .queryItem, "100%25"),
        ("x+y", .queryItem, "x%2By"),
        ("x y+z", .formItem, "x+y%2Bz"),
        ("Zoë", .formItem, "Zo%C3%AB"),
    ])
    func encodes(text: String, place: PercentEncoding.Place, expected: String) {
        #expect(PercentEncoding.encode(text, for: place) == expected)
        #expect(PercentEncoding.decode(expected, plusIsSpace: place == .formItem) == text)
    }

    @Test func aPercentThatStartsNoEscapeStays() {
        #expect(PercentEncoding.decode("100%") == "100%")
        #expect(PercentEncoding.decode("%4") == "%4")
        #expect(PercentEncoding.decode("%zz%41") == "%zzA")
        #expect(PercentEncoding.decode("a%20b") == "a b")
    }
}

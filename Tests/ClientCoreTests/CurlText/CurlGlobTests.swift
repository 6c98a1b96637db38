import ClientCore
import HTTPModel
import Testing

/// Patterns in the URLs of curl commands.
@Suite struct CurlGlobTests {
    private func urls(_ url: String, _ options: String = "") throws -> [String] {
        try CurlCommand.read("curl \(options) '\(url)'").flatMap(\.expandedURLs)
    }

    @Test(arguments: [
        ("http://h/{a,b}/x", ["http://h/a/x", "http://h/b/x"]),
        ("http://h/{a,}", ["http://h/a", "http://h/"]),
        ("http://{a,b}[1-2]", ["http://a1", "http://a2", "http://b1", "http://b2"]),
        ("http://h/[8-10]", ["http://h/8", "http://h/9", "http://h/10"]),
        ("http://h/[08-10]", ["http://h/08", "http://h/09", "http://h/10"]),
        ("http://h/[0-10:5]", ["http://h/0", "http://h/5", "http://h/10"]),
        ("http://h/[a-c]", ["http://h/a", "http://h/b", "http://h/c"]),
        ("http://h/[a-e:2]", ["http://h/a", "http://h/c", "http://h/e"]),
        ("http://[::1]:8/x", ["http://[::1]:8/x"]),
        ("http://[fe80::1%25eth0]/", ["http://[fe80::1%25eth0]/"]),
        ("http://h/\\{a\\}", ["http://h/{a}"]),
    ])
    func patternsExpandAsCurlExpandsThem(_ url: String, _ wanted: [String]) throws {
        #expect(try urls(url) == wanted)
    }

    @Test(arguments: [
        "http://h/a[0]", "http://h/?a[b]=c", "http://h/{}", "http://h/{{x}}/y", "http://h/[1-9",
        "http://h/a}", "http://h/[9-1]", "http://h/[a-Z]", "http://h/[1-100000]",
        "http://h/[0-99]{[0-99]}",
    ])
    func whatIsNoPatternStaysAsItIs(_ url: String) throws {
        #expect(try urls(url) == [url])
    }

    @Test func withGlobbingOffNothingIsAPattern() throws {
        #expect(try urls("http://h/{a,b}", "-g") == ["http://h/{a,b}"])
        #expect(try urls("http://h/[1-2]", "--globoff") == ["http://h/[1-2]"])
    }

    @Test func eachURLIsARequestOfItsOwn() throws {
        let command = try #require(try CurlCommand.read("curl -d x=1 'http://h/[1-3]'").first)
        let requests = try command.requests()
        #expect(requests.map(\.target.path) == ["/1", "/2", "/3"])
        #expect(requests.allSatisfy { $0.method == .post })
    }
}

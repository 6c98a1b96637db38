import Collections
import HTTPModel
import Testing

/// Sums of content in conditions.
@Suite struct ContentSumTests {
    private func outcome(_ condition: String, body: String) throws -> AssertionResult {
        let file = HTTPFile(Octets(utf8: "# @assert \(condition)\nGET http://h\n"), path: "a.http")
        #expect(file.problems.isEmpty)
        let assertion = try #require(file.requests.first?.assertions.first)
        let response = HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(rawValue: 200)),
            body: Octets(utf8: body)
        )
        let target = try TargetURI("http://h")
        let exchange = Exchange(request: HTTPRequest(.get, target), result: .success(response))
        return assertion.evaluate(on: exchange)
    }

    /// The values of FIPS 180's examples, and of more than one block.
    @Test(arguments: [
        ("sha1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("sha1", "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("md5", "abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("sha256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "sha512", "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            "sha512", "",
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
        ),
        (
            "sha1", String(repeating: "a", count: 1000),
            "291e9a6c66994949b57ba5e650361e98fc36b1ba"
        ),
        (
            "sha512", String(repeating: "a", count: 1000),
            "67ba5535a46e3f86dbfbed8cbbaf0125c76ed549ff8b0b9e03e0c88cf90fa634"
                + "fa7b12b47d77b694de488ace8d9a65967dc96df599727d3292a8d9d447709c97"
        ),
    ])
    func theSumIsTheStandards(_ name: String, _ body: String, _ sum: String) throws {
        #expect(try outcome("\(name) == \(sum)", body: body).isPassed)
        #expect(try outcome("\(name) == \(sum.uppercased())", body: body).isPassed)
        #expect(try outcome("body \(name) \(sum)", body: body).isPassed)
        #expect(try !outcome("\(name) == \(sum)", body: body + "!").isPassed)
    }
}

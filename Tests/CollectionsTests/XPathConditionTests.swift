import Collections
import HTTPModel
import Testing

/// Conditions and captures that look at XML and HTML.
@Suite struct XPathConditionTests {
    private func exchange(_ text: String, _ type: String) throws -> Exchange {
        let response = HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": type]),
            body: Octets(utf8: text)
        )
        let request = HTTPRequest(.get, try TargetURI("http://h"))
        return Exchange(
            request: request,
            hops: [],
            result: .success(response),
            elapsed: .milliseconds(1)
        )
    }

    private func request(_ directive: String) -> SavedRequest? {
        let text = "# @\(directive)\nGET http://h\n"
        return HTTPFile(Octets(utf8: text), path: "a.http").requests.first
    }

    private static let orders =
        "<orders xmlns='urn:o'><order id='7' state='open'>Tom &amp; J</order><order id='8'/></orders>"

    @Test(arguments: [
        ("xpath //_:order/@id == 7", true), ("xpath //_:order count == 2", true),
        ("xpath \"//_:order[@id = '7']\" == \"Tom & J\"", true),
        ("xpath count(//_:order) > 1", true), ("xpath boolean(//_:none) == false", true),
        ("xpath //_:none exists", false), ("xpath //_:order[ exists", false),
        ("xpath //_:order[1]/@state regex /o(..)n/ == pe", true),
    ])
    func conditionsHoldOrNot(text: String, isPassed: Bool) throws {
        let saved = try #require(request("assert " + text))
        let assertion = try #require(saved.assertions.first)
        let result = assertion.evaluate(on: try exchange(Self.orders, "application/xml"))
        #expect(result.isPassed == isPassed, "\(result.finding)")
    }

    @Test func whatIsWrongIsSaid() throws {
        let wrong = try #require(request("assert xpath //a[ == 1")?.assertions.first)
        let found = wrong.evaluate(on: try exchange("<a/>", "text/xml"))
        #expect(found.actual.hasPrefix("the XPath is wrong at column"))
        let none = try #require(request("assert xpath //order exists")?.assertions.first)
        let hint = none.evaluate(on: try exchange(Self.orders, "text/xml"))
        #expect(hint.actual.contains("//_:name"))
    }

    @Test func valuesAreCapturedFromHTML() throws {
        let capture = try #require(request("capture token = xpath //input/@value")?.captures.first)
        let page = "<!doctype html><form><input name=t value=abc><p>x</form>"
        #expect(try capture.value(in: try exchange(page, "text/html")) == "abc")
    }
}

import Collections
import HTTPModel
import Testing

/// Conditions and captures of one response.
@Suite struct AssertionTests {
    private func exchange() throws -> Exchange {
        let response = HTTPResponse(
            head: HTTPResponseHead(
                status: HTTPStatus(201),
                fields: ["Content-Type": "application/json; charset=utf-8"]
            ),
            body: Octets(
                utf8:
                    #"{"id": "b_9", "n": 1.50, "big": 1736184243098437392, "l": [1, "x"], "z": null, "e": {}}"#
            )
        )
        let request = HTTPRequest(.get, try TargetURI("http://h"))
        return Exchange(request: request, result: .success(response), elapsed: .milliseconds(38))
    }

    private func request(_ directive: String) -> SavedRequest? {
        let text = "# @\(directive)\nGET http://h\n"
        return HTTPFile(Octets(utf8: text), path: "a.http").requests.first
    }

    @Test(arguments: [
        ("status == 201", true), ("status != 201", false), ("status in 200..299", true),
        ("status in [200, 204]", false), ("status < 300", true), ("status >= 202", false),
        ("header content-type contains json", true), ("header Location exists", false),
        ("header Location not exists", true), ("header Location == x", false),
        ("header Content-Type startsWith application/", true),
        ("jsonpath $.id isString", true), ("jsonpath $.id == b_9", true),
        ("jsonpath $.id == \"b_9\"", true), ("jsonpath $.id matches ^b_\\d$", true),
        ("jsonpath $.n == 1.5", true), ("jsonpath $.big == 1736184243098437393", false),
        ("jsonpath $.big == 1736184243098437392", true), ("jsonpath $.n > 1", true),
        ("jsonpath $.l contains 1", true), ("jsonpath $.l contains x", true),
        ("jsonpath $.l isArray", true), ("jsonpath $.l not isEmpty", true),
        ("jsonpath $.z isNull", true), ("jsonpath $.e isEmpty", true),
        ("jsonpath $['l'][?@ == 1] == 1", true), ("jsonpath $.none exists", false),
        ("body contains b_9", true), ("body endsWith \"}}\"", true), ("bytes > 10", true),
        ("duration < 100 ms", true), ("duration < 30", false), ("duration < 1 s", true),
        ("apiError == httpError.notFound", false), ("failure exists", false),
    ])
    func conditionsHoldOrNot(text: String, isPassed: Bool) throws {
        let saved = try #require(request("assert " + text))
        let assertion = try #require(saved.assertions.first)
        #expect(assertion.evaluate(on: try exchange()).isPassed == isPassed)
        #expect(assertion.location == TextLocation(line: 1, column: 11))
    }

    @Test func actualValuesAreNamed() throws {
        func actual(_ text: String) throws -> String {
            let assertion = try #require(request("assert " + text)?.assertions.first)
            return assertion.evaluate(on: try exchange()).actual
        }
        #expect(try actual("status == 1") == "201")
        #expect(try actual("jsonpath $.n == 2") == "1.50")
        #expect(try actual("jsonpath $.none == 2") == "$.none selects nothing")
        #expect(try actual("header Location == x") == "no field Location")
        #expect(try actual("duration < 1") == "38 ms")
    }

    @Test(arguments: [
        "assert staus == 200", "assert status = 200", "assert status ==",
        "assert jsonpath id exists",
        "assert header", "assert jsonpath $[ == 1", "assert", "capture x", "capture x = jsonpath",
        "capture a b = status", "timeout soon", "token", "token basic x", "prompt",
    ])
    func badArgumentsAreProblemsWithTheirPlace(directive: String) {
        let file = HTTPFile(Octets(utf8: "# @\(directive)\nGET http://h\n"), path: "a.http")
        #expect(file.requests.count == 1)
        #expect(file.problems.count == 1)
        #expect(file.problems.first?.location.line == 1)
    }

    @Test func otherToolsConditionsAreKeptButNotRun() {
        let text =
            "# @assert response.statusCode == 200\nGET http://h\n\n?? status == 201\n?? js x\n"
        let request = HTTPFile(Octets(utf8: text), path: "a.http").requests[0]
        #expect(request.assertions.map(\.text) == ["status == 201"])
        #expect(request.notRun == ["@assert response.statusCode == 200", "?? js x"])
    }

    @Test func capturesTakeValues() throws {
        func value(_ text: String) throws -> String {
            let capture = try #require(request("capture " + text)?.captures.first)
            return try capture.value(in: try exchange())
        }
        #expect(try value("x = jsonpath $.id") == "b_9")
        #expect(try value("x = jsonpath $.n") == "1.50")
        #expect(try value("x = status") == "201")
        #expect(try value("x = header content-type").hasPrefix("application/json"))
        #expect(throws: CaptureError.self) { try value("x = jsonpath $.none") }
    }
}

import Collections
import HTTPModel
import Testing

/// Conditions and captures of one response.
@Suite struct AssertionTests {
    private func exchange() throws -> Exchange {
        let response = HTTPResponse(
            head: HTTPResponseHead(
                status: HTTPStatus(201),
                fields: [
                    "Content-Type": "application/json; charset=utf-8",
                    "Location": "/things/42", "Set-Cookie": "sid=abc; Path=/; Max-Age=60; Secure",
                    "Set-Cookie": "theme=dark", "Expires": "Sun, 06 Nov 1994 08:49:37 GMT",
                ]
            ),
            body: Octets(
                utf8:
                    #"{"id": "b_9", "n": 1.50, "big": 1736184243098437392, "l": [1, "x"], "z": null, "at": "2026-01-31T09:05:00.5+01:00", "u": "7a6c0d6e-0b4f-4f0e-9d7e-3f4f0a5b6c7d", "e": {}}"#
            )
        )
        let request = HTTPRequest(.get, try TargetURI("http://h"))
        var first = Hop(sent: SentRequest(method: .get, target: request.target, fields: [:]))
        let last = try TargetURI("http://h/last")
        first.redirect = RedirectDecision(location: "/last", next: last, reason: "")
        return Exchange(
            request: request,
            hops: [first, Hop(sent: SentRequest(method: .get, target: last, fields: [:]))],
            result: .success(response),
            elapsed: .milliseconds(38)
        )
    }

    private func request(_ directive: String) -> SavedRequest? {
        let text = "# @\(directive)\nGET http://h\n"
        return HTTPFile(Octets(utf8: text), path: "a.http").requests.first
    }

    @Test(arguments: [
        ("status == 201", true), ("status != 201", false), ("status in 200..299", true),
        ("status in [200, 204]", false), ("status < 300", true), ("status >= 202", false),
        ("header content-type contains json", true), ("header X-None exists", false),
        ("header X-None not exists", true), ("header X-None == x", false),
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

    @Test(arguments: [
        ("cookie sid == abc", true), ("cookie \"sid[Path]\" == /", true),
        ("cookie sid[Max-Age] == 60", true), ("cookie sid[Secure] exists", true),
        ("cookie theme[Secure] not exists", true), ("cookie none exists", false),
        ("regex /\"id\": \"b_(\\d)\"/ == 9", true), ("regex \"b_[0-9]\" == b_9", true),
        ("header Location regex /(\\d+)$/ == 42", true),
        ("header Location regex /x/ exists", false),
        ("header Set-Cookie count == 2", true), ("header Location count == 1", true),
        ("jsonpath $.l count == 2", true), ("jsonpath $.l[*] count == 2", true),
        ("jsonpath \"$.l[?@ == 1]\" count == 1", true), ("jsonpath $.id count == 3", true),
        ("jsonpath $.e count == 0", true), ("jsonpath $.n count == 1", false),
        ("jsonpath $.big isInteger", true), ("jsonpath $.n isInteger", false),
        ("jsonpath $.n isFloat", true), ("jsonpath $.id not isFloat", true),
        ("jsonpath $.at isDate", true), ("jsonpath $.id isDate", false),
        ("jsonpath $.at < 2026-01-31T08:05:01Z", true), ("jsonpath $.at > 2026-01-31", true),
        ("header Expires isDate", true), ("jsonpath $.u isUUID", true),
        ("jsonpath $.l isCollection", true), ("jsonpath $.l isList", true),
        ("jsonpath $.id === b_9", true), ("jsonpath $.id !== b_9", false),
        ("jsonpath $.id matches /^B_/i", true), ("jsonpath $.id matches /^B_/", false),
        ("bytes count > 10", true), ("redirects == 1", true), ("redirects count == 1", true),
        ("url endsWith /last", true), ("certificate subject exists", false),
        ("sha256 exists", true), ("md5 == d41d8cd98f00b204e9800998ecf8427e", false),
    ])
    func whatHurlAndHttpYacUsersKnowIsChecked(text: String, isPassed: Bool) throws {
        let saved = try #require(request("assert " + text))
        let assertion = try #require(saved.assertions.first)
        #expect(assertion.evaluate(on: try exchange()).isPassed == isPassed)
    }

    @Test(arguments: [
        ("md5 == 900150983cd24fb0d6963f7d28e17f72", "abc"),
        ("body md5 kAFQmDzST7DWlj99KOF/cg==", "abc"),
        ("md5 == hex,d41d8cd98f00b204e9800998ecf8427e;", ""),
        (
            "sha256 == BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
            "abc"
        ),
        ("body sha256 ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", "abc"),
        (
            "md5 == 57edf4a22be3c955ac49da2e2107b67a",
            String(repeating: "1234567890", count: 8)
        ),
    ])
    func sumsOfTheContentAreComparedInHexAndBase64(text: String, body: String) throws {
        let response = HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(200)),
            body: Octets(utf8: body)
        )
        let request = HTTPRequest(.get, try TargetURI("http://h"))
        let assertion = try #require(self.request("assert " + text)?.assertions.first)
        let result = assertion.evaluate(on: Exchange(request: request, result: .success(response)))
        #expect(result.isPassed, "\(result.actual)")
    }

    @Test func aFailedConditionSaysWhatWasExpectedAndWhereTheOtherStands() throws {
        func finding(_ text: String) throws -> String {
            let assertion = try #require(request("assert " + text)?.assertions.first)
            return assertion.evaluate(on: try exchange()).finding
        }
        #expect(try finding("status == 200") == "expected == 200, got 201")
        #expect(
            try finding("jsonpath $.l[1] == y")
                == "expected == y, got \"x\" at $['l'][1] (body 1:63)"
        )
        #expect(
            try finding("header X-None not isEmpty") == "expected not isEmpty, got no field X-None"
        )
    }

    @Test func actualValuesAreNamed() throws {
        func actual(_ text: String) throws -> String {
            let assertion = try #require(request("assert " + text)?.assertions.first)
            return assertion.evaluate(on: try exchange()).actual
        }
        #expect(try actual("status == 1") == "201")
        #expect(try actual("jsonpath $.n == 2") == "1.50")
        #expect(try actual("jsonpath $.none == 2") == "$.none selects nothing")
        #expect(try actual("header X-None == x") == "no field X-None")
        #expect(try actual("duration < 1") == "38 ms")
    }

    @Test(arguments: [
        "assert staus == 200", "assert status = 200", "assert status ==",
        "assert jsonpath id exists",
        "assert header", "assert jsonpath $[ == 1", "assert body count == 1", "assert cookie",
        "assert regex /a( == 1", "assert body matches /(/", "assert certificate colour == red",
        "assert cookie a[Colour] exists", "capture x = regex", "capture x = status 1",
        "capture x = failure", "assert", "capture x", "capture x = jsonpath",
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
        #expect(try value("x = header Location regex /(\\d+)$/") == "42")
        #expect(try value("x = regex /\"n\": (\\S+),/") == "1.50")
        #expect(try value("x = cookie sid") == "abc")
        #expect(try value("x = cookie sid[Max-Age]") == "60")
        #expect(try value("x = url") == "http://h/last")
        #expect(try value("x = jsonpath $.l count") == "2")
        #expect(throws: CaptureError.self) { try value("x = jsonpath $.none") }
        #expect(throws: CaptureError.self) { try value("x = header Location regex /x(y)/") }
    }
}

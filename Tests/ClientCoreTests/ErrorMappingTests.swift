import ClientCore
import HTTPModel
import Testing

/// The table that says what an outcome becomes, and its trace.
@Suite struct ErrorMappingTests {
    @Test(
        arguments: [
            (200, nil, ""), (204, nil, ""), (299, nil, ""),
            (400, "httpError.badRequest", "Bad Request"),
            (401, "httpError.unauthorized", "Unauthorized"),
            (403, "httpError.forbidden", "Forbidden"),
            (404, "httpError.notFound", "Not Found"),
            (500, "httpError.serverError", "Internal Server Error"),
            (100, "httpError.unknown", "Unknown HTTP Error"),
            (304, "httpError.unknown", "Unknown HTTP Error"),
            (402, "httpError.unknown", "Unknown HTTP Error"),
            (503, "httpError.unknown", "Unknown HTTP Error"),
            (600, "httpError.unknown", "Unknown HTTP Error"),
        ] as [(Int, String?, String)]
    )
    func theStandardTableMapsStatuses(code: Int, apiError: String?, message: String) {
        let mapping = ErrorMapping.standard.map(.status(HTTPStatus(code)))
        #expect(mapping.apiError == apiError && mapping.message == message)
        #expect(mapping.isSuccess == (apiError == nil))
        #expect(mapping.rule?.source == "default")
    }

    @Test(arguments: NetworkFailure.Code.allCases)
    func everyFailureIsAnErrorWithWords(_ code: NetworkFailure.Code) {
        let mapping = ErrorMapping.standard.map(.failure(code))
        let expected =
            switch code {
            case .receiveMalformed: "invalidResponse"
            case .authRefresh, .authRefreshLimit: "httpError.unauthorized"
            default: "network"
            }
        #expect(mapping.apiError == expected)
        #expect(!mapping.message.isEmpty && !mapping.isSuccess)
        #expect(!mapping.isRetryable || code.isTransient)
    }

    @Test func aFailureWithoutARuleOfItsOwnSpeaksForItself() {
        let mapping = ErrorMapping.standard.map(.failure(.connectRefused))
        let code = NetworkFailure.Code.connectRefused
        #expect(mapping.message == "\(code.summary). \(code.advice)")
        #expect(mapping.rule?.condition == .anyFailure && mapping.isRetryable)
    }

    @Test func theOtherFactsHaveTheirRules() {
        let table = ErrorMapping.standard
        #expect(table.map(.decodeFailure("bad {text}")).apiError == "parseResponse")
        #expect(table.map(.decodeFailure("bad {text}")).message == "bad {text}")
        #expect(table.map(.noData).message == "No data")
        #expect(table.map(.tokenFailure).apiError == "generalToken")
        #expect(table.map(.invalidRequest).message == "Could not process request")
    }

    @Test func everyNameOfTheTableIsAKnownOne() {
        for rule in ErrorMapping.standard.rules {
            #expect(rule.apiError.map { ErrorMapping.apiErrors.contains($0) } ?? true)
        }
    }

    @Test func theTraceShowsEachRuleTriedAndWhichFired() {
        let mapping = ErrorMapping.standard.map(.status(HTTPStatus(401)))
        #expect(
            mapping.trace.map { "\($0.isMatch ? "+" : "-") \($0.rule.when): \($0.reason)" } == [
                "- status 200–299: 401 is not in 200–299",
                "- status 400: the status is 401, not 400",
                "+ status 401: the status is 401",
            ]
        )
        #expect(mapping.trace.last?.rule == mapping.rule)
        let failure = ErrorMapping.standard.map(.failure(.receiveReset))
        #expect(failure.trace.first?.reason == "failure receive.reset is not status 200–299")
        #expect(failure.trace.last?.reason == "receive.reset is a failure")
    }

    @Test func rulesInFrontWinAndSayWhereTheyAreFrom() throws {
        let rule = ErrorMapping.Rule(
            try #require(ErrorMapping.Condition("failure connect.refused")),
            apiError: "network",
            message: "Start the server: {text}",
            source: "apus.json"
        )
        let mapping = ErrorMapping.standard.prepending([rule]).map(.failure(.connectRefused))
        #expect(mapping.rule == rule && mapping.trace.count == 1)
        #expect(mapping.message.hasPrefix("Start the server: The connection was refused."))
        #expect(!mapping.isRetryable)
    }

    @Test func anExchangeIsMappedByItsResult() throws {
        let request = HTTPRequest(.get, try TargetURI("http://a.test"))
        let response = HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(404)))
        let answered = Exchange(request: request, result: .success(response))
        #expect(ErrorMapping.standard.map(answered).apiError == "httpError.notFound")
        let failure = NetworkFailure(.connectRefused, phase: .connect, detail: "127.0.0.1:9")
        let failed = Exchange(request: request, result: .failure(failure))
        #expect(ErrorMapping.standard.map(failed).message == failure.message)
    }

    @Test func aFactNoRuleCoversIsUnknown() {
        let mapping = ErrorMapping(rules: []).map(.noData)
        #expect(mapping.rule == nil && mapping.apiError == "unknown" && !mapping.isSuccess)
        #expect(mapping.message == "Unknown Error")
    }

    @Test(arguments: ErrorMapping.standard.rules.map(\.condition) + [.failure(.dnsNotFound)])
    func aConditionReadsBackFromItsText(_ condition: ErrorMapping.Condition) {
        #expect(ErrorMapping.Condition(condition.description) == condition)
    }

    @Test func conditionsAndFactsAreReadLeniently() {
        #expect(ErrorMapping.Condition("status 4xx") == .status(400...499))
        #expect(ErrorMapping.Condition("Status 400-404") == .status(400...404))
        for text in ["status", "status 4", "status 500-400", "status 1-2-3", "failure x", "", "?"] {
            #expect(ErrorMapping.Condition(text) == nil)
        }
        #expect(ErrorMapping.Fact("404") == .status(HTTPStatus(404)))
        #expect(ErrorMapping.Fact("status 404") == .status(HTTPStatus(404)))
        #expect(ErrorMapping.Fact("connect.refused") == .failure(.connectRefused))
        #expect(ErrorMapping.Fact("dns.notfound") == .failure(.dnsNotFound))
        #expect(ErrorMapping.Fact("no data") == .noData)
        for text in ["", "99", "status connect.refused", "failure 404", "teapot"] {
            #expect(ErrorMapping.Fact(text) == nil)
        }
    }
}

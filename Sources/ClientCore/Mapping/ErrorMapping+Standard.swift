import HTTPModel

extension ErrorMapping {
    /// The names a table may give to an outcome, as `NetworkClient` spells its error cases.
    public static let apiErrors: [String] = [
        "httpError.badRequest", "httpError.unauthorized", "httpError.forbidden",
        "httpError.notFound", "httpError.serverError", "httpError.unknown",
        "network", "parseResponse", "noData", "generalToken", "request", "invalidResponse",
        "unknown",
    ]

    /// What a person reads when no rule fires.
    static let unknownMessage = "Unknown Error"

    /// The table in force when nobody adds rules: every status and every failure has a rule.
    public static let standard = ErrorMapping(rules: [
        Rule(.status(200...299), apiError: nil, message: ""),
        Rule(.status(400), apiError: "httpError.badRequest", message: "Bad Request"),
        Rule(.status(401), apiError: "httpError.unauthorized", message: "Unauthorized"),
        Rule(.status(403), apiError: "httpError.forbidden", message: "Forbidden"),
        Rule(.status(404), apiError: "httpError.notFound", message: "Not Found"),
        Rule(
            .status(500),
            apiError: "httpError.serverError",
            message: "Internal Server Error",
            isRetryable: true
        ),
        Rule(
            .anyStatus,
            apiError: "httpError.unknown",
            message: "Unknown HTTP Error",
            isRetryable: true
        ),
        Rule(
            .failure(.receiveMalformed),
            apiError: "invalidResponse",
            message: "Invalid response"
        ),
        Rule(
            .failure(.connectUnreachable),
            apiError: "network",
            message: "No internet connection",
            isRetryable: true
        ),
        Rule(
            .failure(.authRefresh),
            apiError: "httpError.unauthorized",
            message: Rule.placeholder
        ),
        Rule(
            .failure(.authRefreshLimit),
            apiError: "httpError.unauthorized",
            message: Rule.placeholder
        ),
        timedOut(.connectTimeout),
        timedOut(.timeoutHeaders),
        timedOut(.timeoutBody),
        timedOut(.timeoutTotal),
        Rule(.anyFailure, apiError: "network", message: Rule.placeholder, isRetryable: true),
        Rule(.decodeFailure, apiError: "parseResponse", message: Rule.placeholder),
        Rule(.noData, apiError: "noData", message: "No data"),
        Rule(.tokenFailure, apiError: "generalToken", message: "General token error"),
        Rule(.invalidRequest, apiError: "request", message: "Could not process request"),
    ])

    private static func timedOut(_ code: NetworkFailure.Code) -> Rule {
        Rule(
            .failure(code),
            apiError: "network",
            message: "The request timed out",
            isRetryable: true
        )
    }
}

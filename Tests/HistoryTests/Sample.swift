import Fixtures
import HTTPModel
import History
import TestSupport

/// Exchanges to keep.
enum Sample {
    /// An exchange of two hops: a redirect, then a response.
    static func exchange(
        url: String = "http://127.0.0.1:8080/bookings?page=1",
        fields: HTTPFields = ["Accept": "application/json"],
        sent: String = #"{"room": 12}"#,
        received: String = #"{"id":"b_9"}"#,
        status: Int = 201
    ) throws -> Exchange {
        let target = try TargetURI(url)
        let request = HTTPRequest(.post, target, fields: fields, body: .octets(Octets(utf8: sent)))
        var first = Hop(
            sent: SentRequest(
                method: .post,
                target: target,
                fields: fields,
                body: Octets(utf8: sent),
                headOctets: Octets(utf8: "POST /bookings HTTP/1.1\r\n\r\n")
            )
        )
        first.responseHead = HTTPResponseHead(
            status: HTTPStatus(307),
            fields: ["Location": "/new", "Via": "a", "via": "b"]
        )
        first.timings.connect = .milliseconds(2)
        first.timings.total = .milliseconds(5)
        first.redirect = RedirectDecision(
            location: "/new",
            next: try TargetURI("http://127.0.0.1:8080/new"),
            dropped: [RedirectDecision.Dropped("Authorization", .credential)],
            reason: "same origin"
        )
        var second = first
        second.sent.target = try TargetURI("http://127.0.0.1:8080/new")
        second.redirect = nil
        second.startOffset = .milliseconds(5)
        second.isReusedConnection = true
        second.version = .http1_1
        let head = HTTPResponseHead(
            status: HTTPStatus(status),
            fields: ["Content-Type": "application/json", "X-Empty": ""]
        )
        second.responseHead = head
        return Exchange(
            request: request,
            hops: [first, second],
            result: .success(
                HTTPResponse(head: head, body: Octets(utf8: received), trailers: ["X-Sum": "9"])
            ),
            elapsed: .milliseconds(38)
        )
    }

    /// A record of an exchange.
    static func record(
        _ exchange: Exchange,
        token: Token? = nil,
        secrets: [String] = [],
        id: String = "bookings.http#create",
        startedAt: Int64 = 1_764_486_000_000_000,
        limit: Int = RedactedExchange.standardLimit
    ) -> HistoryRecord {
        let parts = id.split(separator: "#").map(String.init)
        return HistoryRecord(
            exchange,
            token: token,
            secrets: secrets,
            policy: .standard,
            origin: HistoryOrigin(
                root: "/samples",
                file: parts[0],
                requestID: id,
                name: parts.count > 1 ? parts[1] : "",
                environmentName: "local"
            ),
            startedAt: startedAt,
            outcome: "passed",
            limit: limit
        )
    }

    /// A store in a folder of its own.
    static func store(
        in folder: TemporaryFolder,
        limits: HistoryLimits = HistoryLimits(),
        patience: Duration = .seconds(20)
    ) -> HistoryStore {
        HistoryStore(
            path: folder.file("state/history.db"),
            limits: limits,
            patience: patience
        )
    }
}

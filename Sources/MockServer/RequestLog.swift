import Documents
import Fixtures
package import HTTPModel

/// A request that a mock server received, and what it answered.
package struct MockLogEntry: Hashable, Sendable {
    /// Counts the requests, from 1.
    package var number: Int
    /// The method.
    package var method: String
    /// The target as in the request line.
    package var target: String
    /// The head exactly as received, request line to empty line.
    package var headOctets: Octets
    /// The content exactly as received, transfer codings removed.
    package var body: Octets
    /// The status sent; `nil` when a failure was played.
    package var status: Int?
    /// The failure played; `nil` when a response was sent.
    package var failure: NetworkFailure.Code?
    /// The fixture that answered, relative to the fixtures folder; `nil` when none did.
    package var fixturePath: String?
    /// From the request's last byte to the answer's last byte.
    package var duration: Duration

    /// The fields, in the order received.
    package var fields: HTTPFields { ReceivedRequest.fields(inHead: headOctets) }

    /// The entry as one line of JSON, without a line end.
    ///
    /// `body` is text, or `bodyBase64` when it is not UTF-8; `head` holds the exact bytes of the head.
    package var json: String {
        var members: [JSONMember] = [
            JSONMember("number", .number(String(number))),
            JSONMember("method", .string(method)),
            JSONMember("target", .string(target)),
        ]
        let list = fields.map { field -> JSONValue in
            ["name": .string(field.name), "value": .string(field.value)]
        }
        members.append(JSONMember("fields", .array(list)))
        members.append(
            headOctets.validText.map { JSONMember("head", .string($0)) }
                ?? JSONMember("headBase64", .string(Base64.encode(headOctets.array)))
        )
        members.append(
            body.validText.map { JSONMember("body", .string($0)) }
                ?? JSONMember("bodyBase64", .string(Base64.encode(body.array)))
        )
        members.append(JSONMember("status", status.map { .number(String($0)) } ?? .null))
        members.append(JSONMember("failure", failure.map { .string($0.rawValue) } ?? .null))
        members.append(JSONMember("fixture", fixturePath.map { .string($0) } ?? .null))
        let parts = duration.components
        let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
        let milliseconds = Double(microseconds) / 1_000
        members.append(JSONMember("durationMs", .number(String(milliseconds))))
        return JSONValue.object(members).encoded(pretty: false)
    }
}

/// The last requests, as many as are worth keeping.
struct RequestLog {
    private var entries: [MockLogEntry] = []
    private var first = 0
    private var bodyBytes = 0
    private(set) var count = 0

    private static let entryLimit = 1_000
    private static let bodyByteLimit = 64 << 20

    /// Adds an entry; its number is given here.
    mutating func append(_ entry: MockLogEntry) -> MockLogEntry {
        count += 1
        var entry = entry
        entry.number = count
        entries.append(entry)
        bodyBytes += entry.body.count
        while entries.count - first > Self.entryLimit
            || (bodyBytes > Self.bodyByteLimit && entries.count - first > 1)
        {
            bodyBytes -= entries[first].body.count
            entries[first].body = Octets()
            entries[first].headOctets = Octets()
            first += 1
        }
        if first > Self.entryLimit {
            entries.removeSubrange(..<first)
            first = 0
        }
        return entry
    }

    /// Forgets all entries; counting goes on.
    mutating func clear() {
        entries = []
        first = 0
        bodyBytes = 0
    }

    /// The kept entries as JSON lines, oldest first.
    var jsonLines: String { entries[first...].map { $0.json + "\n" }.joined() }
}

/// The server's own resources, under `/__apus/`.
enum ControlResource {
    static let prefix = "/__apus/"

    /// Answers a request to one of the server's own resources.
    static func response(
        to request: ReceivedRequest,
        log: inout RequestLog,
        book: AnswerBook
    ) -> HTTPResponse {
        switch (request.method, String(request.target.prefix { $0 != "?" })) {
        case ("GET", "/__apus/health"), ("HEAD", "/__apus/health"):
            let problems = book.problems.map { JSONValue.string($0.description) }
            return json(
                JSONValue.object([
                    JSONMember("status", "ok"),
                    JSONMember("fixtures", .number(String(book.fixtureCount))),
                    JSONMember("problems", .array(problems)),
                    JSONMember("requests", .number(String(log.count))),
                ]).encoded(pretty: false) + "\n",
                type: "application/json"
            )
        case ("GET", "/__apus/requests"), ("HEAD", "/__apus/requests"):
            return json(log.jsonLines, type: "application/x-ndjson")
        case ("DELETE", "/__apus/requests"):
            log.clear()
            return HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(204)))
        default:
            return AnswerBook.plain(
                404,
                "the server's own resources are /__apus/health and /__apus/requests"
            )
        }
    }

    private static func json(_ text: String, type: String) -> HTTPResponse {
        HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": type]),
            body: Octets(utf8: text)
        )
    }
}

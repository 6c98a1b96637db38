import Documents
package import Fixtures
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
    /// Whether no fixture matched.
    package var isMiss: Bool
    /// From the request's last byte to the answer's last byte; `nil` while it is being answered.
    package var duration: Duration?

    /// The fields, in the order received.
    package var fields: HTTPFields { ReceivedRequest.fields(inHead: headOctets) }

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The entry with every secret in it replaced by a placeholder.
    package func redacted(by redaction: MessageRedaction) -> MockLogEntry {
        let parts = redaction.redacting(target: target, fields: fields, body: body)
        guard parts.target != target || parts.fields != fields || parts.body != body else {
            return self
        }
        var entry = self
        entry.target = parts.target
        entry.body = parts.body
        let line = headOctets.prefix { $0 != 0x0D && $0 != 0x0A }
        let version = String(decoding: line.suffix(8), as: UTF8.self)
        var head: [UInt8] = Array("\(method) \(parts.target) \(version)\r\n".utf8)
        for field in parts.fields { HeadWriter.append(field, to: &head) }
        entry.headOctets = Octets(head + [0x0D, 0x0A])
        return entry
    }

    /// The entry as one line of JSON, without a line end.
    ///
    /// `head` and `body` are text, `body` `null` when it is not UTF-8; `headBase64` and `bodyBase64` hold
    /// their exact bytes.
    package var json: String {
        let fields = fields.map { field -> JSONValue in
            ["name": .string(field.name), "value": .string(field.value)]
        }
        let value: JSONValue = [
            "schema": 1,
            "number": .number("\(number)"),
            "method": .string(method),
            "target": .string(target),
            "fields": .array(fields),
            "head": .string(headOctets.text),
            "body": body.validText.map { .string($0) } ?? .null,
            "headBase64": .string(Base64.encode(headOctets)),
            "bodyBase64": .string(Base64.encode(body)),
            "status": status.map { .number("\($0)") } ?? .null,
            "failure": failure.map { .string($0.rawValue) } ?? .null,
            "fixture": fixturePath.map { .string($0) } ?? .null,
            "durationMs": duration.map { .number(Self.milliseconds($0)) } ?? .null,
        ]
        return value.encoded(pretty: false)
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let parts = duration.components
        let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
        return "\(Double(microseconds) / 1_000)"
    }
}

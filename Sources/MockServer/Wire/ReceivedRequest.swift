package import HTTPModel

/// A request as it came over a connection.
package struct ReceivedRequest: Hashable, Sendable {
    /// The method token.
    package var method: String
    /// The target as in the request line.
    package var target: String
    /// The authority: that of a target in absolute form, else the `Host` field.
    package var authority: String?
    /// Whether the request line says HTTP/1.0.
    package var isHTTP1_0: Bool
    /// Whether the client wants to go on using the connection.
    package var isKeptAlive: Bool
    /// Whether fields stand in it that decide about the answer: `Origin`, `Apus-Variant`.
    package var hasDecidingFields: Bool
    /// The head exactly as received, request line to empty line.
    package var headOctets: Octets
    /// The content, transfer codings removed.
    package var body: Octets

    /// The path and query of the target, whichever form it has.
    package var pathAndQuery: String {
        guard !target.hasPrefix("/"), let uri = try? TargetURI(target) else { return target }
        return uri.requestTarget
    }

    /// The header section, read from the head.
    package var fields: HTTPFields { Self.fields(inHead: headOctets) }

    /// The header section of a head that was found well formed.
    package static func fields(inHead head: Octets) -> HTTPFields {
        var fields = HTTPFields()
        let bytes = head.array
        for line in bytes.split(separator: 0x0A).dropFirst() {
            guard let colon = line.firstIndex(of: 0x3A) else { continue }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let value = RequestParser.trimmed(line[line.index(after: colon)...])
            fields.append(HTTPField(name: name, valueBytes: Array(value)))
        }
        return fields
    }
}

/// What a parser wants done next.
package enum ParserAction: Hashable, Sendable {
    /// Give it more bytes.
    case receive
    /// Send the interim response 100, then give it more bytes.
    case sendContinue
    /// Answer this request, then ask again: another may be waiting.
    case answer(ReceivedRequest)
    /// Answer with this status and close; no further request can be read.
    case refuse(RequestFault)
}

/// Why bytes are no request that can be answered.
package struct RequestFault: Error, Hashable, Sendable {
    /// The status to answer with: 400, 413, 414, 417, 431, 501 or 505.
    package var status: HTTPStatus
    /// What is wrong, as a fragment.
    package var detail: String

    /// Creates a fault.
    package init(_ status: Int, _ detail: String) {
        self.status = HTTPStatus(status)
        self.detail = detail
    }
}

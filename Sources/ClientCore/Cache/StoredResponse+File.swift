import HTTPModel

/// The form of a stored response in a file: a mark, then pieces, each with its length in front.
///
/// Numbers and lengths are eight bytes, the lowest first. Fields and content are the exact octets.
extension StoredResponse {
    private static let mark = Array("apus cache 1\n".utf8)
    /// Times that can be reckoned with; others were never written.
    private static let times: ClosedRange<Int64> = 0...1 << 40

    /// The octets of the file.
    var fileOctets: Octets {
        var writer = PieceWriter(Self.mark)
        writer.append(target)
        writer.append(Int64(selecting.count))
        for field in selecting {
            writer.append(field.name)
            writer.append(field.value.map { Array($0.utf8) })
        }
        writer.append(circumstances.isDecoding ? 1 : 0)
        writer.append(requestTime)
        writer.append(responseTime)
        writer.append(Int64(response.status.rawValue))
        writer.append(response.head.reasonPhrase)
        writer.append(response.head.version.rawValue)
        for section in [response.fields, response.trailers] {
            writer.append(Int64(section.count))
            for field in section {
                writer.append(field.name)
                writer.append(field.valueBytes)
            }
        }
        writer.append(response.body.array)
        writer.append(response.encodedBody?.array)
        return Octets(writer.bytes)
    }

    /// Reads a file; `nil` when it is cut short or in another form.
    init?(file octets: Octets) {
        var reader = PieceReader(octets)
        guard reader.skip(Self.mark), let target = reader.text(), let count = reader.count() else {
            return nil
        }
        var selecting: [SelectingField] = []
        for _ in 0..<count {
            guard let name = reader.text(), let value = reader.optionalPiece() else { return nil }
            selecting.append(SelectingField(name: name, value: value.map { $0.text }))
        }
        guard let isDecoding = reader.number(), let requestTime = reader.number(),
            let responseTime = reader.number(), let status = reader.number(),
            let reason = reader.text(), let version = reader.text().flatMap(HTTPVersion.init),
            let fields = reader.fields(), let trailers = reader.fields(),
            let body = reader.piece(), let encoded = reader.optionalPiece(), reader.isAtEnd,
            Self.times.contains(requestTime), Self.times.contains(responseTime),
            (100...999).contains(status)
        else { return nil }
        self.init(
            target: target,
            selecting: selecting,
            circumstances: Circumstances(isDecoding: isDecoding == 1),
            response: HTTPResponse(
                head: HTTPResponseHead(
                    status: HTTPStatus(Int(status)),
                    reasonPhrase: reason,
                    version: version,
                    fields: fields
                ),
                body: body,
                encodedBody: encoded,
                trailers: trailers
            ),
            requestTime: requestTime,
            responseTime: responseTime
        )
    }
}

/// Writes pieces one after the other.
private struct PieceWriter {
    private(set) var bytes: [UInt8]

    init(_ mark: [UInt8]) {
        bytes = mark
    }

    mutating func append(_ number: Int64) {
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift * 8))) }
    }

    mutating func append(_ piece: [UInt8]) {
        append(Int64(piece.count))
        bytes += piece
    }

    mutating func append(_ text: String) { append(Array(text.utf8)) }

    /// A piece that may be missing: its length is then -1.
    mutating func append(_ piece: [UInt8]?) {
        guard let piece else { return append(Int64(-1)) }
        append(piece)
    }
}

/// Reads pieces one after the other; every answer is `nil` past the end.
private struct PieceReader {
    private let octets: Octets
    private var position = 0

    init(_ octets: Octets) {
        self.octets = octets
    }

    var isAtEnd: Bool { position == octets.count }

    mutating func skip(_ mark: [UInt8]) -> Bool {
        guard octets.starts(with: mark) else { return false }
        position += mark.count
        return true
    }

    mutating func number() -> Int64? {
        guard position + 8 <= octets.count else { return nil }
        var number: Int64 = 0
        for i in 0..<8 { number |= Int64(octets[position + i]) << Int64(i * 8) }
        position += 8
        return number
    }

    /// A number of things that follow, no more than the rest could hold.
    mutating func count() -> Int64? {
        number().flatMap { (0...Int64(octets.count)).contains($0) ? $0 : nil }
    }

    mutating func piece() -> Octets? { optionalPiece()?.flatMap(\.self) }

    /// The piece, or a missing one; `nil` when there is neither.
    mutating func optionalPiece() -> Octets?? {
        guard let length = number() else { return nil }
        if length == -1 { return .some(nil) }
        guard length >= 0, length <= Int64(octets.count - position) else { return nil }
        defer { position += Int(length) }
        return octets.slice(position..<position + Int(length))
    }

    mutating func text() -> String? { piece()?.validText }

    mutating func fields() -> HTTPFields? {
        guard let count = count() else { return nil }
        var fields = HTTPFields()
        for _ in 0..<count {
            guard let name = text(), let value = piece() else { return nil }
            fields.append(HTTPField(name: name, valueBytes: value.array))
        }
        return fields
    }
}

import ClientCore
import Documents
package import HTTPModel

/// What a template is filled in from: a request and the moment.
package struct TemplateSource: Sendable {
    /// The method.
    package var method: HTTPMethod
    /// Path and query, encoded.
    package var target: String
    /// The fields.
    package var fields: HTTPFields
    /// The content.
    package var body: Octets
    /// How often the fixture was asked for, this time included.
    package var count: Int

    /// Creates a source.
    package init(
        method: HTTPMethod,
        target: String,
        fields: HTTPFields,
        body: Octets,
        count: Int
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.count = count
    }
}

extension Fixture {
    /// The answer to a request, with `{{…}}` filled in where the fixture is a template.
    ///
    /// A response that is not a template, and a failure, are given as they are.
    package func answer(to source: TemplateSource) -> Result<HTTPResponse, NetworkFailure> {
        guard behavior.isTemplate, case .success(var response) = outcome else { return outcome }
        let template = ResponseTemplate(path: path, source: source)
        response.head.fields = HTTPFields(
            response.fields.map { field in
                let filled = template.filling(Octets(field.valueBytes), isJSON: false)
                // What a request sent must not add lines to the head.
                let bytes = filled.array.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
                return HTTPField(name: field.name, valueBytes: bytes)
            }
        )
        response.body = template.filling(
            response.body,
            isJSON: response.head.mediaType?.isJSON == true
        )
        if response.fields.contains(named: "Content-Length") {
            response.head.fields["Content-Length"] = "\(response.body.count)"
        }
        return .success(response)
    }
}

/// Fills in `{{…}}` from a request.
///
/// Known are `request.method`, `request.path`, `request.path.NAME`, `request.query.NAME`,
/// `request.field.NAME`, `request.body`, `request.body.JSONPATH`, `count`, `now`, `timestamp` and
/// `uuid`. What a request does not have is empty text; other braces stay as they are.
struct ResponseTemplate {
    let path: String
    let source: TemplateSource

    /// The bytes with every expression replaced.
    ///
    /// - Parameters:
    ///   - octets: What to fill in.
    ///   - isJSON: Whether values inside quotes are escaped as JSON asks, and others are put in as JSON.
    /// - Returns: The bytes, all that is no expression as it was.
    func filling(_ octets: Octets, isJSON: Bool) -> Octets {
        let bytes = octets.array
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        var isQuoted = false
        while position < bytes.count {
            if bytes[position] == 0x7B, position + 1 < bytes.count, bytes[position + 1] == 0x7B,
                let end = Self.end(of: position + 2, in: bytes),
                let value = value(String(decoding: bytes[(position + 2)..<end], as: UTF8.self))
            {
                result += isJSON ? Self.json(value, isQuoted: isQuoted) : Array(value.text.utf8)
                position = end + 2
                continue
            }
            if isJSON {
                if bytes[position] == 0x5C, isQuoted, position + 1 < bytes.count {
                    result.append(bytes[position])
                    position += 1
                } else if bytes[position] == 0x22 {
                    isQuoted.toggle()
                }
            }
            result.append(bytes[position])
            position += 1
        }
        return Octets(result)
    }

    /// The names of expressions in `text` that mean nothing.
    static func unknownExpressions(in octets: Octets) -> [String] {
        let template = ResponseTemplate(
            path: "/",
            source: TemplateSource(
                method: .get,
                target: "/",
                fields: HTTPFields(),
                body: Octets(),
                count: 1
            )
        )
        let bytes = octets.array
        var unknown: [String] = []
        var position = 0
        while position + 1 < bytes.count {
            guard bytes[position] == 0x7B, bytes[position + 1] == 0x7B,
                let end = end(of: position + 2, in: bytes)
            else {
                position += 1
                continue
            }
            let name = String(decoding: bytes[(position + 2)..<end], as: UTF8.self)
            if template.value(name) == nil { unknown.append(name) }
            position = end + 2
        }
        return unknown
    }

    /// Where the closing braces of an expression begin; `nil` when the line ends before.
    private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
        var position = start
        while position + 1 < bytes.count, position - start < 256 {
            if bytes[position] == 0x0A { return nil }
            if bytes[position] == 0x7D, bytes[position + 1] == 0x7D { return position }
            position += 1
        }
        return nil
    }

    /// What an expression stands for.
    private struct Value {
        var text: String
        /// The text as a value of JSON, where it has a form of its own.
        var json: String?
    }

    private func value(_ expression: String) -> Value? {
        let name = expression.trimmingBlanks
        switch name {
        case "request.method": return Value(text: source.method.rawValue)
        case "request.path": return Value(text: requestPath)
        case "request.target": return Value(text: source.target)
        case "request.body": return Value(text: source.body.text)
        case "count": return Value(text: "\(source.count)", json: "\(source.count)")
        case "now":
            return Value(text: InstantText.text(wholeSeconds: SystemTime().secondsSinceEpoch))
        case "timestamp":
            let seconds = "\(SystemTime().secondsSinceEpoch)"
            return Value(text: seconds, json: seconds)
        case "uuid": return Value(text: Self.randomUUID())
        default: break
        }
        if let key = Self.rest(of: name, after: "request.path.") { return pathValue(key) }
        if let key = Self.rest(of: name, after: "request.query.") {
            return Value(text: queryValue(key) ?? "")
        }
        if let key = Self.rest(of: name, after: "request.field.") {
            return Value(text: source.fields[key] ?? "")
        }
        if let path = Self.rest(of: name, after: "request.body.") { return bodyValue(path) }
        return nil
    }

    private static func rest(of name: String, after prefix: String) -> String? {
        name.hasPrefix(prefix) && name != prefix ? String(name.dropFirst(prefix.count)) : nil
    }

    private var requestPath: String { String(source.target.prefix { $0 != "?" }) }

    private func pathValue(_ key: String) -> Value {
        let text = PathPattern(path).values(in: requestPath)[key] ?? ""
        return Value(text: PercentEncoding.decode(text))
    }

    private func queryValue(_ key: String) -> String? {
        guard let mark = source.target.firstIndex(of: "?") else { return nil }
        for item in source.target[source.target.index(after: mark)...].split(separator: "&") {
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard PercentEncoding.decode(halves[0], plusIsSpace: true) == key else { continue }
            return halves.count > 1 ? PercentEncoding.decode(halves[1], plusIsSpace: true) : ""
        }
        return nil
    }

    private func bodyValue(_ path: String) -> Value? {
        guard let query = try? JSONPath(path) else { return nil }
        let tape = JSONTape(source.body)
        guard let match = query.matches(in: tape).first else { return Value(text: "") }
        let raw = match.text
        return Value(text: match.stringValue, json: raw)
    }

    /// The value where JSON stands: inside quotes escaped, outside them a value of its own.
    private static func json(_ value: Value, isQuoted: Bool) -> [UInt8] {
        if !isQuoted, let json = value.json { return Array(json.utf8) }
        let encoded = JSONValue.string(value.text).encoded(pretty: false)
        guard isQuoted else {
            // `42` from a path or query is more use as a number than as text.
            return Int(value.text) != nil ? Array(value.text.utf8) : Array(encoded.utf8)
        }
        return Array(encoded.utf8.dropFirst().dropLast())
    }

    /// A random identifier.
    ///
    /// - SeeAlso: RFC 9562 §5.4.
    private static func randomUUID() -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
            .joined(separator: "-")
    }
}

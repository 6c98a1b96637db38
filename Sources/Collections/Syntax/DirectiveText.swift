import HTTPModel

/// Durations as directives write them.
enum DurationText {
    /// Reads `500 ms`, `10 s`, `2 m` or a bare number of seconds; `nil` when it is none of them.
    static func duration(_ text: String, bareUnit: String = "s") -> Duration? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let amount = Double(number), amount.isFinite, amount < 1e9 else { return nil }
        let unit = text[number.endIndex...].trimmingSpace
        switch unit.isEmpty ? bareUnit : unit {
        case "ms", "millis", "milliseconds": return .microseconds(Int64(amount * 1000))
        case "s", "sec", "seconds": return .microseconds(Int64(amount * 1_000_000))
        case "m", "min", "minutes": return .microseconds(Int64(amount * 60_000_000))
        default: return nil
        }
    }
}

/// Numbers of bytes as people write them.
package enum ByteCountText {
    private static let units: [String: Double] = [
        "": 1, "B": 1, "K": 1024, "M": 1_048_576, "G": 1_073_741_824,
        "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9,
        "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
    ]

    /// Reads `200 MB`, `64 KiB`, `1.5 GB`, or a bare number of bytes; `nil` when it is none of them.
    ///
    /// One letter is a power of 1024, as curl has it.
    package static func count(_ text: String) -> Int? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text[number.endIndex...].trimmingSpace
        guard let amount = Double(number), let size = units[unit] else { return nil }
        let count = amount * size
        return count >= 0 && count < 1e15 ? Int(count) : nil
    }
}

extension TokenSetting {
    /// Why a text is no token setting.
    package struct Fault: Error, Equatable, Sendable {
        /// What would be right, a fragment without a capital or full stop.
        package var detail: String
    }

    /// Reads what follows `@token`: `bearer V`, `query [NAME] V`, `body [NAME] V`, `header NAME V`
    /// or `none`.
    package init(text: String) throws(Fault) {
        let kind = text.prefix { $0 != " " && $0 != "\t" }
        let rest = text[kind.endIndex...].trimmingSpace
        if kind == "none" && rest.isEmpty {
            self = .none
            return
        }
        let usage =
            "a token is bearer VALUE, query NAME VALUE, body NAME VALUE, header NAME VALUE, or none"
        guard !rest.isEmpty else { throw Fault(detail: usage) }
        let (name, value) = Self.nameAndValue(rest)
        switch kind {
        case "bearer": self = .bearer(rest)
        case "query": self = .query(name: name ?? Token.defaultName, value: value)
        case "body": self = .body(name: name ?? Token.defaultName, value: value)
        case "header", "field":
            guard let name, FieldText.isName(name) else { throw Fault(detail: usage) }
            self = .field(name: name, value: value)
        default: throw Fault(detail: usage)
        }
    }

    /// The text that reads back as this setting.
    package var text: String {
        switch self {
        case .bearer(let value): "bearer \(value)"
        case .query(let name, let value): "query \(name) \(value)"
        case .body(let name, let value): "body \(name) \(value)"
        case .field(let name, let value): "header \(name) \(value)"
        case .none: "none"
        }
    }

    /// Splits at the first blank outside braces; there is no name when there is no blank.
    private static func nameAndValue(_ text: String) -> (name: String?, value: String) {
        var depth = 0
        for i in text.indices {
            if text[i] == "{" { depth += 1 }
            if text[i] == "}" { depth -= 1 }
            if depth == 0, text[i] == " " || text[i] == "\t" {
                return (String(text[..<i]), text[i...].trimmingSpace)
            }
        }
        return (nil, text)
    }
}

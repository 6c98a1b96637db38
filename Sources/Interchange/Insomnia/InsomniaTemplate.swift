import HTTPModel

/// Insomnia's templates: Nunjucks variables and tags.
struct InsomniaTemplate {
    /// The names that references to responses use, by the id of the request.
    var names: [String: String] = [:]
    /// The tags that have no counterpart, as written.
    private(set) var unknown: [String] = []

    /// `text` in Apus' spelling.
    mutating func converted(_ text: String) -> String {
        guard text.contains("{{") || text.contains("{%") else { return text }
        let renamed = TemplateText.renaming(text, Self.variable)
        var result = ""
        var rest = Substring(renamed)
        while let open = rest.firstRange(of: "{%") {
            guard let close = rest[open.upperBound...].firstRange(of: "%}") else { break }
            result += rest[..<open.lowerBound]
            let inner = rest[open.upperBound..<close.lowerBound].trimmingSpaces
            if let known = tag(inner) {
                result += known
            } else {
                unknown.append(inner)
                result += rest[open.lowerBound..<close.upperBound]
            }
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// The unknown tags found since this was last asked.
    mutating func takeUnknown() -> [String] {
        defer { unknown = [] }
        var seen: Set<String> = []
        return unknown.filter { seen.insert($0).inserted }
    }

    /// `_.name`, `_['name']` or `name`.
    private static func variable(_ expression: String) -> String {
        var name = Substring(expression)
        if name.hasPrefix("_.") { name = name.dropFirst(2) }
        for (open, close) in [("_['", "']"), ("_[\"", "\"]")]
        where name.hasPrefix(open) && name.hasSuffix(close) {
            name = name.dropFirst(open.count).dropLast(close.count)
        }
        if let bar = name.firstIndex(of: "|") { name = Substring(name[..<bar].trimmingSpaces) }
        return TemplateText.variableName(String(name))
    }

    private func tag(_ text: String) -> String? {
        let words = text.split(separator: " ", maxSplits: 1)
        let arguments = words.count > 1 ? Self.arguments(words[1]) : []
        switch words.first {
        case "uuid": return "{{$uuid}}"
        case "timestamp": return "{{$timestamp}}"
        case "now":
            switch arguments.first {
            case "unix", "millis": return arguments.first == "unix" ? "{{$timestamp}}" : nil
            case nil, "iso-8601": return "{{$isoTimestamp}}"
            default: return nil
            }
        case "response": return response(arguments)
        default: return nil
        }
    }

    /// `response 'body', 'req_1', '$.path', …`.
    private func response(_ arguments: [String]) -> String? {
        guard arguments.count >= 2, let name = names[arguments[1]] else { return nil }
        let filter = arguments.count > 2 ? Self.unwrapped(arguments[2]) : ""
        switch arguments[0] {
        case "body" where filter.hasPrefix("$"): return "{{\(name).response.body.\(filter)}}"
        case "raw": return "{{\(name).response.body.*}}"
        case "header" where !filter.isEmpty: return "{{\(name).response.headers.\(filter)}}"
        default: return nil
        }
    }

    /// The ids of requests whose responses `text` refers to.
    static func references(in text: String) -> [String] {
        guard text.contains("{%") else { return [] }
        var ids: [String] = []
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{%") {
            guard let close = rest[open.upperBound...].firstRange(of: "%}") else { break }
            let inner = rest[open.upperBound..<close.lowerBound].trimmingSpaces
            if inner.hasPrefix("response ") {
                let arguments = arguments(inner.dropFirst(9))
                if arguments.count >= 2 { ids.append(arguments[1]) }
            }
            rest = rest[close.upperBound...]
        }
        return ids
    }

    /// Arguments between commas, quotes removed.
    private static func arguments(_ text: some StringProtocol) -> [String] {
        text.split(separator: ",").map { argument in
            argument.trimmingSpaces.filter { $0 != "'" && $0 != "\"" }
        }
    }

    /// `b64::…::46b` decoded.
    private static func unwrapped(_ text: String) -> String {
        guard text.hasPrefix("b64::"), text.hasSuffix("::46b") else { return text }
        return Base64Text.decoded(String(text.dropFirst(5).dropLast(5))) ?? text
    }
}

/// Base64 in texts of foreign files.
enum Base64Text {
    /// The decoded text, or `nil` when it is not Base64 of UTF-8.
    ///
    /// - SeeAlso: RFC 4648 §4.
    static func decoded(_ text: String) -> String? {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
        var values: [UInt8: UInt32] = [:]
        for (i, byte) in alphabet.enumerated() { values[byte] = UInt32(i) }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in text.utf8 where byte != UInt8(ascii: "=") {
            guard let value = values[byte] else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> UInt32(count) & 0xFF))
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

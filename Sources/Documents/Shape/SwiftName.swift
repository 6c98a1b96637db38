/// Names of Swift made of names of JSON.
enum SwiftName {
    /// Types that generated ones must not hide.
    static let known: Set = [
        "Any", "Array", "Bool", "Codable", "CodingKey", "CodingKeys", "Data", "Date", "Decoder",
        "Double",
        "Encoder", "Error", "Hashable", "Int", "Never", "Optional", "Self", "Sendable", "Set",
        "String",
        "Type", "URL", "UUID", "Void",
    ]

    private static let keywords: Set = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where",
        "while",
    ]

    /// The words of a name: parts of letters and digits, cut before a capital that follows a small letter.
    private static func words(_ name: String) -> [String] {
        var result: [String] = []
        var isInside = false
        var wasSmall = false
        for character in name {
            guard character.isASCII, character.isLetter || character.isNumber else {
                isInside = false
                continue
            }
            if !isInside || wasSmall && character.isUppercase { result.append("") }
            result[result.count - 1].append(character)
            isInside = true
            wasSmall = character.isLowercase || character.isNumber
        }
        return result
    }

    /// A type name, such as `HomeAddress` for `home_address`.
    static func type(_ name: String) -> String {
        let text = words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        guard let first = text.first else { return "Value" }
        return first.isNumber ? "Value" + text : text
    }

    /// A property name that is not taken, such as `homeAddress` for `home_address`; a name that can stand
    /// as it is stays.
    static func property(_ name: String, not taken: Set<String>) -> String {
        var text = name
        let isPlain =
            name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
            && name.first?.isLowercase == true
        if !isPlain {
            let parts = words(name)
            let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            let first = parts.first ?? "value"
            let isShouted = first == first.uppercased()
            text =
                (isShouted ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst())
            text += rest.joined()
            if text.first?.isNumber == true { text = "value" + text }
        }
        var result = text
        var number = 2
        while taken.contains(result) {
            result = "\(text)\(number)"
            number += 1
        }
        return result
    }

    /// A name in backquotes when it is a keyword.
    static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The name of one of many: `Category` for `Categories`, `Item` for `Items`.
    static func singular(_ name: String) -> String {
        if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes"] where name.hasSuffix(ending) {
            return String(name.dropLast(2))
        }
        if name.hasSuffix("s"), !name.hasSuffix("ss"), !name.hasSuffix("us"), name.count > 2 {
            return String(name.dropLast())
        }
        return name
    }

    /// A string literal.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case " "..."~": result.unicodeScalars.append(scalar)
            default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return result + "\""
    }
}

import HTTPModel

/// Templates as string literals of Swift, their variables interpolated.
struct SwiftText {
    /// The variables used so far, in order: the expression in the braces and the parameter's name.
    private(set) var parameters: [(expression: String, name: String)] = []

    /// The literal of a template on one line.
    ///
    /// A template that is nothing but a variable is the parameter itself.
    mutating func literal(_ template: String) -> String {
        let pieces = pieces(template)
        if pieces.count == 1, case .parameter(let name) = pieces[0] { return name }
        return "\"" + pieces.map { Self.escaped($0) }.joined() + "\""
    }

    /// The literal of a template, over several lines when it has several, each after `indent`.
    mutating func block(_ template: String, indent: String) -> String {
        let isPlain = template.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F
        }
        let lines = template.split(separator: "\n", omittingEmptySubsequences: false)
        let hasTrail = lines.contains { $0.last == " " || $0.last == "\t" }
        guard lines.count > 1, isPlain, !hasTrail else { return literal(template) }
        var hashes = "#"
        while template.firstRange(of: "\"\"\"" + hashes) != nil
            || template.firstRange(of: "\\" + hashes) != nil
        {
            hashes += "#"
        }
        let text = pieces(template).map { piece in
            switch piece {
            case .text(let text): text
            case .parameter(let name): "\\\(hashes)(\(name))"
            }
        }
        let indented = text.joined().split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
        return "\(hashes)\"\"\"\n\(indented)\n\(indent)\"\"\"\(hashes)"
    }

    private enum Piece {
        case text(String)
        case parameter(String)
    }

    private mutating func pieces(_ template: String) -> [Piece] {
        var result: [Piece] = []
        var rest = Substring(template)
        while let open = rest.firstRange(of: "{{") {
            if rest[..<open.lowerBound].last == "\\" {
                result.append(.text(String(rest[..<open.lowerBound].dropLast()) + "{{"))
                rest = rest[open.upperBound...]
                continue
            }
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else { break }
            if open.lowerBound > rest.startIndex {
                result.append(.text(String(rest[..<open.lowerBound])))
            }
            let expression = String(rest[open.upperBound..<close.lowerBound]).trimmingSpaces
            result.append(.parameter(parameter(expression)))
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { result.append(.text(String(rest))) }
        return result
    }

    private mutating func parameter(_ expression: String) -> String {
        if let known = parameters.first(where: { $0.expression == expression }) {
            return known.name
        }
        let base = SwiftName.lowerCamel(expression)
        var name = base == "client" ? "clientValue" : base
        var number = 2
        while parameters.contains(where: { $0.name == SwiftName.spelled(name) }) {
            name = "\(base)\(number)"
            number += 1
        }
        name = SwiftName.spelled(name)
        parameters.append((expression, name))
        return name
    }

    private static func escaped(_ piece: Piece) -> String {
        guard case .text(let text) = piece else {
            if case .parameter(let name) = piece { return "\\(\(name))" }
            return ""
        }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}

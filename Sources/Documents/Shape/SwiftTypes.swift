/// Swift types that decode what has a shape.
///
/// Every type is `Codable`, and nested in the one that has a member of it. What was missing or `null` at
/// times is optional; words of a small set are an enumeration; values of several types are an enumeration
/// with a case for each. Dates stay strings, because how they are written differs by server.
package struct SwiftTypes {
    /// The source text, which ends with a line feed.
    package private(set) var source = ""
    /// Writes the types of a shape.
    ///
    /// - Parameters:
    ///   - shape: What the values have in common.
    ///   - name: The name of the outermost type.
    package init(of shape: Shape, name: String) {
        var body = SwiftDeclarations(indent: 0)
        let name = SwiftName.type(name)
        if shape.kinds == [.object], shape.dictionaryValue == nil {
            _ = body.type(of: shape, named: name, within: [])
        } else {
            // The name is that of the whole, so what it consists of has another.
            let part = shape.kinds == [.array] && SwiftName.singular(name) != name
            let type = body.type(of: shape, named: part ? name : name + "Element", within: [name])
            body.lines.insert("typealias \(name) = \(type)", at: body.lines.startIndex)
        }
        if body.needsFoundation { source = "import Foundation\n\n" }
        source += body.lines.joined(separator: "\n") + "\n"
    }
}

/// Declarations at one level of nesting, while they are written.
private struct SwiftDeclarations {
    let indent: Int
    var lines: [String] = []
    var needsFoundation = false
    /// The names of the types declared at this level.
    private var names: Set<String> = []

    init(indent: Int) {
        self.indent = indent
    }

    private func line(_ text: String, deeper: Int = 0) -> String {
        text.isEmpty ? "" : String(repeating: "    ", count: indent + deeper) + text
    }

    /// Declares what a shape needs, and gives the type of its values.
    mutating func type(of shape: Shape, named name: String, within outer: [String]) -> String {
        let kinds = shape.kinds.subtracting([.null])
        let isOptional = shape.isNullable ? "?" : ""
        guard kinds.count == 1, let kind = kinds.first else {
            if kinds.isEmpty { return "String?" }
            return choice(shape, kinds, named: name, within: outer) + isOptional
        }
        return plainType(of: shape, kind, named: name, within: outer) + isOptional
    }

    private mutating func plainType(
        of shape: Shape,
        _ kind: JSONKind,
        named name: String,
        within outer: [String]
    ) -> String {
        switch kind {
        case .null: return "String?"
        case .bool: return "Bool"
        case .number: return shape.areIntegers ? "Int" : "Double"
        case .string:
            if shape.isEnumeration, let texts = shape.texts {
                return enumeration(texts, named: name, within: outer)
            }
            switch shape.format {
            case .uuid:
                needsFoundation = true
                return "UUID"
            case .uri:
                needsFoundation = true
                return "URL"
            default: return "String"
            }
        case .array:
            guard let element = shape.element else { return "[String]" }
            return "[" + type(of: element, named: SwiftName.singular(name), within: outer) + "]"
        case .object:
            if let value = shape.dictionaryValue {
                return "[String: " + type(of: value, named: name, within: outer) + "]"
            }
            return structure(shape, named: name, within: outer)
        }
    }

    /// A name that no type here or around has.
    private mutating func unique(_ name: String, _ outer: [String]) -> String {
        let taken = names.union(outer).union(SwiftName.known)
        var result = name
        var number = 2
        while taken.contains(result) {
            result =
                number == 2 && SwiftName.known.contains(name) ? name + "Value" : "\(name)\(number)"
            number += 1
        }
        names.insert(result)
        return result
    }

    private mutating func structure(
        _ shape: Shape,
        named name: String,
        within outer: [String]
    ) -> String {
        let name = unique(name, outer)
        var inner = SwiftDeclarations(indent: indent + 1)
        var properties: [String] = []
        var keys: [String] = []
        var isRenamed = false
        var taken: Set<String> = []
        for member in shape.members {
            let property = SwiftName.property(member.name, not: taken)
            taken.insert(property)
            var type = inner.type(
                of: member.shape,
                named: SwiftName.type(member.name),
                within: outer + [name]
            )
            if shape.isOptional(member), !type.hasSuffix("?") { type += "?" }
            if let note = member.shape.note { properties.append(line("/// " + note, deeper: 1)) }
            properties.append(line("var \(SwiftName.quoted(property)): \(type)", deeper: 1))
            let isSame = property == member.name
            isRenamed = isRenamed || !isSame
            let value = isSame ? "" : " = \(SwiftName.literal(member.name))"
            keys.append(line("case \(SwiftName.quoted(property))\(value)", deeper: 2))
        }
        needsFoundation = needsFoundation || inner.needsFoundation
        lines.append(line("struct \(name): Codable, Hashable, Sendable {"))
        lines += properties
        if isRenamed {
            lines += ["", line("enum CodingKeys: String, CodingKey {", deeper: 1)]
            lines += keys + [line("}", deeper: 1)]
        }
        if !inner.lines.isEmpty { lines += [""] + inner.lines }
        lines += [line("}")]
        return name
    }

    private mutating func enumeration(
        _ texts: [String],
        named name: String,
        within outer: [String]
    ) -> String {
        let name = unique(name, outer)
        lines.append(line("enum \(name): String, Codable, Hashable, Sendable {"))
        var taken: Set<String> = []
        for text in texts.sorted() {
            let property = SwiftName.property(text, not: taken)
            taken.insert(property)
            let value = property == text ? "" : " = \(SwiftName.literal(text))"
            lines.append(line("case \(SwiftName.quoted(property))\(value)", deeper: 1))
        }
        lines.append(line("}"))
        return name
    }

    /// An enumeration with a case for each type that values have.
    private mutating func choice(
        _ shape: Shape,
        _ kinds: Set<JSONKind>,
        named name: String,
        within outer: [String]
    ) -> String {
        let name = unique(name, outer)
        var inner = SwiftDeclarations(indent: indent + 1)
        let cases = kinds.sorted { $0.rawValue < $1.rawValue }.map { kind in
            let type = inner.plainType(of: shape, kind, named: "Content", within: outer + [name])
            return (name: kind.rawValue, type: type)
        }
        needsFoundation = needsFoundation || inner.needsFoundation
        lines.append(line("enum \(name): Codable, Hashable, Sendable {"))
        lines += cases.map { line("case \($0.name)(\($0.type))", deeper: 1) }
        lines += ["", line("init(from decoder: any Decoder) throws {", deeper: 1)]
        lines.append(line("let value = try decoder.singleValueContainer()", deeper: 2))
        for (place, one) in cases.enumerated() {
            let start = place == 0 ? "if" : "} else if"
            let last = place == cases.count - 1
            if last {
                lines.append(line("} else {", deeper: 2))
                lines.append(
                    line("self = .\(one.name)(try value.decode(\(one.type).self))", deeper: 3)
                )
            } else {
                let read = "let found = try? value.decode(\(one.type).self)"
                lines.append(line("\(start) \(read) {", deeper: 2))
                lines.append(line("self = .\(one.name)(found)", deeper: 3))
            }
        }
        lines += [line("}", deeper: 2), line("}", deeper: 1), ""]
        lines.append(line("func encode(to encoder: any Encoder) throws {", deeper: 1))
        lines.append(line("var value = encoder.singleValueContainer()", deeper: 2))
        lines.append(line("switch self {", deeper: 2))
        lines += cases.map {
            line("case .\($0.name)(let content): try value.encode(content)", deeper: 2)
        }
        lines += [line("}", deeper: 2), line("}", deeper: 1)]
        if !inner.lines.isEmpty { lines += [""] + inner.lines }
        lines += [line("}")]
        return name
    }
}

extension Shape {
    /// What the values of an object have in common when its names are keys, such as numbers or UUIDs.
    fileprivate var dictionaryValue: Shape? {
        guard let first = members.first,
            members.allSatisfy({ Int($0.name) != nil || TextFormat(of: $0.name) == .uuid })
        else { return nil }
        return members.dropFirst().reduce(first.shape) { $0.merged(with: $1.shape) }
    }

    /// What a type does not tell about the values.
    fileprivate var note: String? {
        if kinds == [.null] { return "Always `null` so far." }
        switch format {
        case .dateTime: return "A date and time, such as RFC 3339 writes it."
        case .date: return "A date."
        case .email: return "An email address."
        case .ipv4: return "An IPv4 address."
        case .uuid, .uri, nil: return nil
        }
    }
}

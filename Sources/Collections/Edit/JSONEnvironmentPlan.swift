import Documents
import HTTPModel

/// Works out what an edit changes in a JSON environment file.
struct JSONEnvironmentPlan {
    private typealias Node = JSONMemberReader.Node
    private typealias Member = JSONMemberReader.Member

    private let source: SourceText
    private var bytes: [UInt8] { source.bytes }

    init(_ bytes: Octets) {
        source = SourceText(bytes)
    }

    func splices(
        _ name: String,
        _ value: String?,
        _ environment: String
    ) throws(EditPlan.Refusal) -> [Splice] {
        if source.lines.allSatisfy(source.isBlank) {
            guard let value else { return [] }
            let inner = "    \(Self.literal(name)): \(Self.literal(value))\n"
            let text = "{\n  \(Self.literal(environment)): {\n\(inner)  }\n}\n"
            return [Splice(0..<bytes.count, text)]
        }
        guard let root = JSONMemberReader.root(of: bytes), let environments = root.members else {
            throw EditPlan.Refusal(detail: "this is no object of environments")
        }
        guard let section = environments.first(where: { $0.name == environment }) else {
            guard let value else { return [] }
            let object = "{\(Self.literal(name)): \(Self.literal(value))}"
            return adding(environment, object, to: root)
        }
        guard section.value.members != nil else {
            throw EditPlan.Refusal(
                detail: "environment \(TextQuote.quoted(environment)) is no object"
            )
        }
        if let (owner, index) = find(name, in: section.value) {
            guard let member = owner.members?[index] else { return [] }
            guard let value else { return removing(index, from: owner) }
            let literal = literal(value, like: member.value)
            return source.text(member.value.range) == literal
                ? [] : [Splice(member.value.range, literal)]
        }
        guard let value else { return [] }
        return adding(name, Self.literal(value), to: section.value)
    }

    /// The object and the position of a variable: its own name first, then dots as nesting.
    private func find(_ name: String, in node: Node) -> (owner: Node, index: Int)? {
        guard let members = node.members else { return nil }
        if let index = members.firstIndex(where: { $0.name == name }) { return (node, index) }
        for member in members where name.hasPrefix(member.name + ".") {
            let rest = String(name.dropFirst(member.name.count + 1))
            if let found = find(rest, in: member.value) { return found }
        }
        return nil
    }

    private static func literal(_ text: String) -> String {
        JSONValue.string(text).encoded(pretty: false)
    }

    /// A number stays a number and a literal a literal, when the new value is one.
    private func literal(_ text: String, like old: Node) -> String {
        let was = try? JSONValue(parsing: Octets(Array(bytes[old.range])), dialect: .json5)
        let new = try? JSONValue(parsing: Octets(utf8: text))
        switch (was, new) {
        case (.number, .number) where text == text.trimmingSpace,
            (.bool, .bool) where text == text.trimmingSpace:
            return text
        default: return Self.literal(text)
        }
    }

    // MARK: Adding

    private func adding(_ name: String, _ value: String, to object: Node) -> [Splice] {
        let text = Self.literal(name) + ": " + value
        guard let last = object.members?.last else { return [filling(object, text)] }
        let place = last.comma.map { $0 + 1 } ?? last.value.range.upperBound
        let comma = last.comma == nil ? [Splice(at: last.value.range.upperBound, ",")] : []
        let end = last.comma == nil ? "" : ","
        guard let indent = indent(of: last, in: object) else {
            return merged(comma, Splice(at: place, " " + text + end))
        }
        // What follows on the last member's line, such as a comment, stays there.
        let line = source.lines.first { $0.next > place || $0.next == bytes.count }
        var offset = place
        if let line, JSONMemberReader.skippingBlanks(bytes, from: place) >= line.end {
            offset = line.end
        }
        return merged(comma, Splice(at: offset, source.lineEnd + indent + text + end))
    }

    /// Two insertions at one place become one, in order.
    private func merged(_ first: [Splice], _ second: Splice) -> [Splice] {
        guard let one = first.first else { return [second] }
        guard one.range == second.range else { return [one, second] }
        return [Splice(one.range, bytes: one.bytes + second.bytes)]
    }

    /// The member put into an object without any.
    private func filling(_ object: Node, _ text: String) -> Splice {
        let inner = (object.range.lowerBound + 1)..<(object.range.upperBound - 1)
        let close = source.lines.last { $0.start <= inner.upperBound }
        guard source.bytes[inner].contains(Byte.lineFeed), let close else {
            return Splice(at: inner.upperBound, text)
        }
        let outer = source.text(close.start..<inner.upperBound)
        guard outer.allSatisfy({ $0 == " " || $0 == "\t" }) else {
            return Splice(at: inner.upperBound, text)
        }
        let step = outer.hasPrefix("\t") ? "\t" : "  "
        return Splice(at: close.start, outer + step + text + source.lineEnd)
    }

    /// The blanks before a member that begins its line; `nil` for one that does not.
    private func indent(of member: Member, in object: Node) -> String? {
        let start = member.nameRange.lowerBound
        guard let line = source.lines.last(where: { $0.start <= start }),
            line.start > object.range.lowerBound
        else { return nil }
        let before = source.text(line.start..<start)
        return before.allSatisfy { $0 == " " || $0 == "\t" } ? before : nil
    }

    // MARK: Removing

    private func removing(_ index: Int, from object: Node) -> [Splice] {
        guard let members = object.members else { return [] }
        let member = members[index]
        let end = member.comma.map { $0 + 1 } ?? member.value.range.upperBound
        var splices: [Splice] = []
        // The comma before the last member goes with it.
        if member.comma == nil, index > 0, let comma = members[index - 1].comma {
            splices.append(Splice(comma..<(comma + 1), ""))
        }
        let line = source.lines.last { $0.start < end }
        if let indent = indent(of: member, in: object), let line,
            JSONMemberReader.skippingBlanks(bytes, from: end) >= line.end
        {
            let start = member.nameRange.lowerBound - indent.utf8.count
            return splices + [Splice(start..<line.next, "")]
        }
        if index + 1 < members.count {
            let next = members[index + 1].nameRange.lowerBound
            return splices + [Splice(member.nameRange.lowerBound..<next, "")]
        }
        if index > 0, let comma = members[index - 1].comma {
            let start = member.comma == nil ? comma : comma + 1
            return [Splice(start..<end, "")]
        }
        return [Splice(member.nameRange.lowerBound..<end, "")]
    }
}

/// A link of a `Link` field: where it leads, and what that is to the resource it came with.
///
/// - SeeAlso: RFC 8288 §3.
public struct WebLink: Hashable, Sendable {
    /// The target as written, a reference to be resolved against the URI of the resource.
    public var target: String
    /// The relation types in lower case, such as `next`; empty when there is none.
    public var relations: [String]
    /// The other parameters in order, names in lower case, quotes removed from the values.
    public var parameters: [(name: String, value: String)]

    /// The first parameter named `name`, letter case ignored.
    public func parameter(_ name: String) -> String? {
        parameters.first { HTTPToken.equalsIgnoringCase($0.name, name) }?.value
    }

    /// Reads the value of a `Link` field.
    ///
    /// - Returns: Its links in order; what is no link is skipped.
    public static func list(_ text: String) -> [WebLink] {
        var reader = WebLinkReader(rest: Array(text.utf8)[...])
        var links: [WebLink] = []
        while let link = reader.next() { links.append(link) }
        return links
    }

    /// Equal when target, relations and parameters are, in order.
    public static func == (left: WebLink, right: WebLink) -> Bool {
        left.target == right.target && left.relations == right.relations
            && left.parameters.elementsEqual(right.parameters, by: ==)
    }

    /// Hashes the target.
    public func hash(into hasher: inout Hasher) { hasher.combine(target) }
}

extension HTTPFields {
    /// The links of all `Link` fields, in order.
    public var links: [WebLink] { values(named: "Link").flatMap { WebLink.list($0) } }

    /// The target of the first link that is `relation` to the resource itself; `nil` without one.
    ///
    /// Links with an `anchor` are about another resource and are passed over.
    public func linkTarget(_ relation: String) -> String? {
        let relation = relation.lowercased()
        return links.first { link in
            link.relations.contains(relation) && link.parameter("anchor") == nil
        }?.target
    }
}

/// Reads the links of a field value one by one.
private struct WebLinkReader {
    var rest: ArraySlice<UInt8>

    /// Gives the next link, or `nil` at the end.
    mutating func next() -> WebLink? {
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { break }
            let target = text(rest[..<end])
            rest = rest[(end + 1)...]
            var link = WebLink(target: target.trimmingBlanks, relations: [], parameters: [])
            var hasRelation = false
            while let (name, value) = parameter() {
                // Only the first `rel` counts (RFC 8288 §3.3).
                if name == "rel" {
                    if !hasRelation {
                        link.relations = value.lowercased().split(separator: " ").map(String.init)
                    }
                    hasRelation = true
                } else {
                    link.parameters.append((name, value))
                }
            }
            return link
        }
        rest = []
        return nil
    }

    private mutating func parameter() -> (name: String, value: String)? {
        skipBlanks()
        guard rest.first == UInt8(ascii: ";") else {
            // To the comma that parts this link from the next.
            rest = rest.firstIndex(of: UInt8(ascii: ",")).map { rest[($0 + 1)...] } ?? []
            return nil
        }
        rest = rest.dropFirst()
        skipBlanks()
        let name = token()
        skipBlanks()
        guard rest.first == UInt8(ascii: "=") else { return (name.lowercased(), "") }
        rest = rest.dropFirst()
        skipBlanks()
        let value = rest.first == UInt8(ascii: "\"") ? quoted() : token()
        return (name.lowercased(), value)
    }

    private mutating func token() -> String {
        let end =
            rest.firstIndex { byte in
                byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "=")
                    || byte <= 0x20
            } ?? rest.endIndex
        defer { rest = rest[end...] }
        return text(rest[..<end])
    }

    private mutating func quoted() -> String {
        rest = rest.dropFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            bytes.append(next)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

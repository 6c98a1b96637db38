import Documents
import HTTPModel

/// An OpenAPI document with the files it refers to.
struct OpenAPIDocument: Sendable {
    /// A part of the document, and the file it stands in.
    struct Node: Sendable {
        var value: JSONValue
        /// The path of the file, relative to the folder of the main file; empty for the main file.
        var file: String

        subscript(key: String) -> Node? {
            value[key].map { Node(value: $0, file: file) }
        }

        /// The elements of a member that is an array.
        func list(_ key: String) -> [Node] {
            value.list(key).map { Node(value: $0, file: file) }
        }

        /// The members of an object, in order.
        var members: [(key: String, node: Node)] {
            (value.members ?? []).map { ($0.key, Node(value: $0.value, file: file)) }
        }

        func text(_ key: String) -> String { value.text(key) }
    }

    /// The longest chain of references that is followed.
    private static let longestChain = 32

    let root: Node
    private let sibling: @Sendable (String) -> Octets?
    private var files: [String: JSONValue?] = [:]
    /// The references that lead nowhere, each once, in order.
    private(set) var broken: [String] = []

    init(_ value: JSONValue, sibling: @escaping @Sendable (String) -> Octets?) {
        root = Node(value: value, file: "")
        self.sibling = sibling
    }

    /// `node` with its `$ref` followed, over files too; members beside a `$ref` win.
    mutating func resolved(_ node: Node) -> Node {
        var current = node
        var beside: [JSONMember] = []
        for _ in 0..<Self.longestChain {
            guard let reference = current.value["$ref"]?.stringValue else {
                guard !beside.isEmpty, let members = current.value.members else { return current }
                let names = Set(beside.map(\.key))
                let kept = members.filter { !names.contains($0.key) }
                return Node(value: .object(kept + beside), file: current.file)
            }
            beside += (current.value.members ?? []).filter { member in
                member.key != "$ref" && !beside.contains { $0.key == member.key }
            }
            guard let target = target(of: reference, from: current.file) else {
                if !broken.contains(reference) { broken.append(reference) }
                return Node(value: .object(beside), file: current.file)
            }
            current = target
        }
        return Node(value: .object([]), file: node.file)
    }

    private mutating func target(of reference: String, from file: String) -> Node? {
        let parts = reference.split(
            separator: "#",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let path = String(parts[0])
        let pointer = parts.count > 1 ? parts[1] : ""
        var node: Node
        if path.isEmpty {
            guard let value = content(of: file) else { return nil }
            node = Node(value: value, file: file)
        } else {
            guard !path.contains("://") else { return nil }
            let other = Self.joined(file, PercentEncoding.decode(path))
            guard let value = content(of: other) else { return nil }
            node = Node(value: value, file: other)
        }
        for token in pointer.split(separator: "/") {
            let key = Self.unescaped(token)
            if let next = node[key] {
                node = next
            } else if let index = Int(key), let list = node.value.arrayValue,
                list.indices.contains(index)
            {
                node = Node(value: list[index], file: node.file)
            } else {
                return nil
            }
        }
        return node
    }

    /// The content of a file, read once.
    private mutating func content(of file: String) -> JSONValue? {
        if file.isEmpty { return root.value }
        if let known = files[file] { return known }
        let value = sibling(file).flatMap { octets in
            ForeignSource(octets, path: file, isStructured: true).value
        }
        files[file] = value
        return value
    }

    /// RFC 6901 §4.
    private static func unescaped(_ token: Substring) -> String {
        let text = PercentEncoding.decode(token)
        guard text.contains("~") else { return text }
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                result += character == "1" ? "/" : character == "0" ? "~" : "~\(character)"
                isEscaped = false
            } else if character == "~" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }

    /// `path` as seen from the folder of `file`, with `.` and `..` taken out.
    private static func joined(_ file: String, _ path: String) -> String {
        var parts = file.split(separator: "/").dropLast().map(String.init)
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }
}

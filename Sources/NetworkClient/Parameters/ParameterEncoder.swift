import Foundation

/// Reads what an `Encodable` writes about itself, in the order in which it does.
///
/// Members of a dictionary come in the order of their names, as it has none of its own.
struct ParameterEncoder {
    /// How dates are written.
    var dateStrategy: JSONEncoder.DateEncodingStrategy = .iso8601

    /// The value that `parameters` writes.
    ///
    /// - Throws: `EncodingError` for numbers that are not finite; what `parameters` throws.
    func encode(_ parameters: some Encodable) throws -> ParameterTree {
        let node = ParameterNode(dateStrategy: dateStrategy)
        try node.encode(parameters, at: [])
        return node.tree
    }
}

/// What an `Encodable` wrote: a value whose members stand in order, with octets as such.
indirect enum ParameterTree: Hashable, Sendable {
    /// Text, a number, a `Bool` or null.
    case scalar(ParameterValue)
    /// Octets, which text forms write in Base64.
    case data(Data)
    /// A file of a form.
    case file(FormFile)
    /// Elements.
    case array([ParameterTree])
    /// Members in order.
    case object([ParameterBranch])

    /// Whether it holds nothing at all.
    var isEmpty: Bool {
        switch self {
        case .object(let members): members.isEmpty
        case .array(let elements): elements.isEmpty
        case .scalar(.null): true
        case .scalar, .data, .file: false
        }
    }

    /// The value for text forms.
    var value: ParameterValue {
        switch self {
        case .scalar(let value): value
        case .data(let data): .text(data.base64EncodedString())
        case .file(let file): .text(file.fileName)
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members):
            .object(members.map { ParameterMember(name: $0.name, value: $0.tree.value) })
        }
    }
}

/// A member of a `ParameterTree`.
struct ParameterBranch: Hashable, Sendable {
    let name: String
    let tree: ParameterTree
}

/// A value while it is written: containers of one `Encodable` may be filled in any order.
final class ParameterNode {
    private enum Content {
        case nothing
        case leaf(ParameterTree)
        case array([ParameterNode])
        case object([(name: String, node: ParameterNode)], isSorted: Bool)
    }

    private var content = Content.nothing
    private let dateStrategy: JSONEncoder.DateEncodingStrategy

    init(dateStrategy: JSONEncoder.DateEncodingStrategy) {
        self.dateStrategy = dateStrategy
    }

    /// What was written so far.
    var tree: ParameterTree {
        switch content {
        case .nothing: return .object([])
        case .leaf(let tree): return tree
        case .array(let nodes): return .array(nodes.map(\.tree))
        case .object(let members, let isSorted):
            let branches = members.map { ParameterBranch(name: $0.name, tree: $0.node.tree) }
            return .object(isSorted ? branches.sorted { $0.name < $1.name } : branches)
        }
    }

    /// Sets a value without parts.
    func set(_ value: ParameterValue) { content = .leaf(.scalar(value)) }

    /// The number of elements so far.
    var count: Int {
        guard case .array(let nodes) = content else { return 0 }
        return nodes.count
    }

    /// Makes this an object, unless it is one.
    func beObject() {
        if case .object = content { return }
        content = .object([], isSorted: false)
    }

    /// Makes this an array, unless it is one.
    func beArray() {
        if case .array = content { return }
        content = .array([])
    }

    /// A new member; one of that name is replaced where it stands.
    func member(_ name: String) -> ParameterNode {
        let node = ParameterNode(dateStrategy: dateStrategy)
        guard case .object(var members, let isSorted) = content else { return node }
        content = .nothing
        if let place = members.firstIndex(where: { $0.name == name }) {
            members[place].node = node
        } else {
            members.append((name, node))
        }
        content = .object(members, isSorted: isSorted)
        return node
    }

    /// The member of this name; `nil` when nothing was written to it yet.
    func presentMember(_ name: String) -> ParameterNode? {
        guard case .object(let members, _) = content else { return nil }
        return members.first { $0.name == name }?.node
    }

    /// A new element.
    func element() -> ParameterNode {
        let node = ParameterNode(dateStrategy: dateStrategy)
        guard case .array(var nodes) = content else { return node }
        content = .nothing
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    /// Sets what `value` writes about itself.
    func encode<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
        switch value {
        case let date as Date: try encode(date, at: path)
        case let data as Data: content = .leaf(.data(data))
        case let url as URL: set(.text(url.absoluteString))
        case let number as Decimal: set(.number("\(number)"))
        case let file as FormFile: content = .leaf(.file(file))
        case let image as ImageResource: content = .leaf(.file(FormFile(image)))
        default:
            try value.encode(to: ParameterNodeEncoder(node: self, codingPath: path))
            if value is any NamesInNoOrder, case .object(let members, _) = content {
                content = .object(members, isSorted: true)
            }
        }
    }

    private func encode(_ date: Date, at path: [any CodingKey]) throws {
        switch dateStrategy {
        case .deferredToDate:
            try date.encode(to: ParameterNodeEncoder(node: self, codingPath: path))
        case .secondsSince1970: try encode(date.timeIntervalSince1970, at: path)
        case .millisecondsSince1970: try encode(date.timeIntervalSince1970 * 1000, at: path)
        case .iso8601: set(.text(date.formatted(.iso8601)))
        case .custom(let write):
            try write(date, ParameterNodeEncoder(node: self, codingPath: path))
        @unknown default: set(.text(date.formatted(.iso8601)))
        }
    }

    /// Sets a number.
    func set(_ number: some BinaryFloatingPoint, at path: [any CodingKey]) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number,
                EncodingError.Context(
                    codingPath: path,
                    debugDescription: "A number that is not finite cannot be a parameter."
                )
            )
        }
        set(.number("\(number)"))
    }
}

/// A dictionary, whose members come in no order of their own.
private protocol NamesInNoOrder {}

extension Dictionary: NamesInNoOrder {}

import Documents

/// Where a value of a JSON text stands.
struct ValuePlace: Equatable {
    /// The way to it, such as `items[1].id`; empty for the whole.
    let path: String
    /// The byte at which it begins; `nil` when the text has no such value.
    let byteOffset: Int?
    /// The line and column of that byte.
    let location: TextLocation?
    /// Its kind.
    let kind: JSONKind?

    private init(path: String, value index: Int, in tape: JSONTape) {
        self.path = path
        let offset = tape.storage.range(of: index).lowerBound
        byteOffset = offset
        location = TextLocation(offset: offset, in: tape.octets)
        kind = Self.kind(of: index, in: tape)
    }

    /// Follows a decoder's path as far as the text goes.
    ///
    /// A key strategy may have changed names, so a name that is not there is looked for once more
    /// without regard to letter case and `_`. When the way ends early, its last value is the place.
    init(_ codingPath: [any CodingKey], in tape: JSONTape) {
        var path = ""
        var index = 0
        for key in codingPath {
            path += Self.step(key, isFirst: path.isEmpty)
        }
        for key in codingPath {
            guard let next = Self.child(key, of: index, in: tape) else { break }
            index = next
        }
        self.init(path: path, value: index, in: tape)
    }

    private static func step(_ key: any CodingKey, isFirst: Bool) -> String {
        if let position = key.intValue { return "[\(position)]" }
        return isFirst ? key.stringValue : "." + key.stringValue
    }

    private static func child(
        _ key: any CodingKey,
        of container: Int,
        in tape: JSONTape
    ) -> Int? {
        switch kind(of: container, in: tape) {
        case .array:
            guard let position = key.intValue, position >= 0,
                position < tape.storage.childCount(of: container)
            else { return nil }
            return tape.storage.value(at: tape.storage.child(position, of: container))
        case .object:
            let wanted = key.stringValue
            var similar: Int?
            for child in tape.children(of: container) {
                let name = tape.decodedText(child.start)
                if name == wanted { return child.value }
                if similar == nil, simplified(name) == simplified(wanted) { similar = child.value }
            }
            return similar
        default:
            return nil
        }
    }

    private static func simplified(_ name: String) -> String {
        name.filter { $0 != "_" }.lowercased()
    }

    private static func kind(of index: Int, in tape: JSONTape) -> JSONKind? {
        switch tape.octets[tape.storage.range(of: index).lowerBound] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }
}

// Numbers of a text.
extension ValuePlace {
    /// The numbers whose text `isWanted`, in order, found as they are asked for.
    static func numbers(
        in tape: JSONTape,
        where isWanted: @escaping (String) -> Bool
    ) -> some IteratorProtocol<ValuePlace> {
        var pending = [(path: "", value: 0)]
        return AnyIterator {
            while let (path, value) = pending.popLast() {
                switch kind(of: value, in: tape) {
                case .array:
                    let children = Array(tape.children(of: value))
                    pending += children.reversed().map { ("\(path)[\($0.position)]", $0.value) }
                case .object:
                    let children = Array(tape.children(of: value))
                    pending += children.reversed().map { child in
                        let name = tape.decodedText(child.start)
                        return (path.isEmpty ? name : "\(path).\(name)", child.value)
                    }
                case .number:
                    let range = tape.storage.range(of: value)
                    if isWanted(tape.octets.slice(range).text) {
                        return ValuePlace(path: path, value: value, in: tape)
                    }
                default: break
                }
            }
            return nil
        }
    }
}

package import HTTPModel

extension JSONValue {
    /// The deepest nesting of a value; deeper ones are refused, for a tree of values needs stack.
    package static let deepestNesting = 512

    /// Reads a value.
    ///
    /// - Throws: `JSONFault` when `octets` is not one value of `dialect`, or nested deeper than
    ///   `deepestNesting`.
    package init(parsing octets: Octets, dialect: JSONDialect = .strict) throws(JSONFault) {
        switch dialect {
        case .strict:
            let tape = JSONTape(octets)
            if let fault = tape.fault { throw fault }
            var reader = TapeReader(tape: tape)
            self = try reader.value(depth: 0)
        case .json5:
            var reader = JSON5Reader(octets)
            self = try reader.document()
        }
    }
}

/// Builds values from a tape.
struct TapeReader {
    let tape: JSONTape
    /// The tape index to read next.
    var index = 0

    init(tape: JSONTape, index: Int = 0) {
        self.tape = tape
        self.index = index
    }

    mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        let word = tape.storage[index]
        switch word.kind {
        case .objectOpen, .arrayOpen:
            guard depth < JSONValue.deepestNesting else {
                throw JSONFault(
                    offset: word.offset,
                    in: tape.octets,
                    detail: "nested deeper than \(JSONValue.deepestNesting) levels"
                )
            }
            index += 1
            return word.kind == .objectOpen
                ? .object(try members(depth: depth + 1)) : .array(try elements(depth: depth + 1))
        case .string, .key:
            return .string(text())
        case .number:
            let range = tape.storage.tokenRange(index)
            index += tape.storage.width(index)
            return .number(tape.octets.slice(range).text)
        case .true, .false:
            index += 1
            return .bool(word.kind == .true)
        case .null, .invalid, .end, .objectClose, .arrayClose:
            index += 1
            return .null
        }
    }

    private mutating func text() -> String {
        let text = tape.decodedText(index)
        index += tape.storage.width(index)
        return text
    }

    private mutating func elements(depth: Int) throws(JSONFault) -> [JSONValue] {
        var elements: [JSONValue] = []
        while tape.storage[index].kind != .arrayClose && index < tape.storage.end {
            elements.append(try value(depth: depth))
        }
        index += 1
        return elements
    }

    private mutating func members(depth: Int) throws(JSONFault) -> [JSONMember] {
        var members: [JSONMember] = []
        while tape.storage[index].kind == .key {
            let key = text()
            members.append(JSONMember(key, try value(depth: depth)))
        }
        index += 1
        return members
    }
}

import Documents
import HTTPModel

/// The numbers of a document that jq writes in another way, found when they are first asked for.
final class AlteredNumbers {
    private let tape: JSONTape
    /// The spellings in the document, by what jq writes for them.
    private lazy var originals = find()

    private static let mostSpellings = 100_000

    init(_ tape: JSONTape) {
        self.tape = tape
    }

    /// Whether a value holds a number that jq wrote for another spelling.
    func isAltered(_ value: FilteredValue) -> Bool { alteration(in: value) != nil }

    /// Says in values what jq changed in them.
    func mark(_ values: inout [FilteredValue]) {
        for place in values.indices {
            guard let found = alteration(in: values[place]) else { continue }
            values[place].remark =
                DecimalNumber(found.now) == DecimalNumber(found.was)
                ? "jq writes \(found.was) as \(found.now)"
                : "jq wrote \(found.now) for \(found.was)"
        }
    }

    /// The first altered number of a value.
    private func alteration(in value: FilteredValue) -> (now: String, was: String)? {
        guard value.octets.contains(where: { $0 &- 0x30 < 10 }) else { return nil }
        let written = JSONTape(value.octets)
        var result: (String, String)?
        written.forEachNumber { range in
            let spelling = value.octets.slice(range)
            guard let was = originals[spelling] else { return true }
            result = (spelling.text, was.text)
            return false
        }
        return result
    }

    private func find() -> [Octets: Octets] {
        var result: [Octets: Octets] = [:]
        unsafe tape.octets.withUnsafeBytes { bytes in
            tape.forEachNumber { range in
                let spelling = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
                if unsafe Self.isPlain(spelling) { return true }
                guard let written = unsafe JQHandle.respelled(spelling),
                    unsafe !written.elementsEqual(spelling)
                else { return true }
                result[Octets(written)] = tape.octets.slice(range)
                return result.count < Self.mostSpellings
            }
        }
        guard !result.isEmpty else { return result }
        // A spelling that the document has itself says nothing.
        tape.forEachNumber { range in
            result[tape.octets.slice(range)] = nil
            return !result.isEmpty
        }
        return result
    }

    /// Whether jq surely writes a number as it stands: an integer of at most 15 digits, or a fraction with
    /// as many in all that does not end with 0 and is not small.
    private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
        let isNegative = unsafe text.first == UInt8(ascii: "-")
        let count = text.count - (isNegative ? 1 : 0)
        guard count <= 16, count > 0 else { return false }
        var point: Int?
        for index in 0..<text.count {
            let byte = unsafe text[index]
            if byte == UInt8(ascii: ".") { point = index }
            if byte | 0x20 == UInt8(ascii: "e") { return false }
        }
        let first = unsafe text[isNegative ? 1 : 0]
        guard let point else { return count <= 15 && !(isNegative && first == 0x30) }
        guard unsafe text[text.count - 1] != 0x30 else { return false }
        return unsafe first != 0x30 || text[point + 1] != 0x30
    }
}

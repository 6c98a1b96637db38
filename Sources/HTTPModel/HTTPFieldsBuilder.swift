#if canImport(Glibc)
import Glibc
#endif

/// A section of fields as it came: its octets in one piece, and where each name and value stands.
///
/// Of most responses a program looks at one or two fields, so a field becomes a value of its own only
/// when it is asked for. Passing the section about costs what passing one reference does.
final class WireFields: Sendable {
    /// Where the name and the value of one field stand.
    struct Place: Sendable {
        var name: Int32
        var nameEnd: Int32
        var value: Int32
        var valueEnd: Int32

        var nameRange: Range<Int> { Int(name)..<Int(nameEnd) }
        var valueRange: Range<Int> { Int(value)..<Int(valueEnd) }
    }

    private let bytes: [UInt8]
    let places: [Place]
    /// One bit for each length that a name has, modulo 64: most fields that are asked for are not there.
    private let lengths: UInt64

    init(bytes: [UInt8], places: [Place], lengths: UInt64) {
        self.bytes = bytes
        self.places = places
        self.lengths = lengths
    }

    /// The field at `index`.
    func field(at index: Int) -> HTTPField {
        let place = places[index]
        return HTTPField(
            name: String(decoding: bytes[place.nameRange], as: UTF8.self),
            valueBytes: Array(bytes[place.valueRange])
        )
    }

    /// The value at `index` as text.
    func value(at index: Int) -> String {
        unsafe withValue(at: index) { unsafe HTTPField.text(of: $0) }
    }

    /// All fields.
    var fields: [HTTPField] { places.indices.map { field(at: $0) } }

    /// The octets of the value at `index`, for the time of the call.
    func withValue<Result>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let range = places[index].valueRange
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe body(UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
    }

    /// The first field from `start` on that has the name, letter case ignored.
    func firstIndex(named name: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard lengths & 1 << UInt64(name.count & 63) != 0 else { return nil }
        let length = Int32(clamping: name.count)
        return unsafe places.withUnsafeBufferPointer { places in
            var index = start
            while index < places.count {
                // Names of another length are most of them, and need no look at the octets.
                let place = unsafe places[index]
                if place.nameEnd - place.name == length, unsafe isNamed(name, at: index) {
                    return index
                }
                index += 1
            }
            return nil
        }
    }

    /// Whether the field at `index` has the name, letter case ignored.
    func isNamed(_ name: UnsafeRawBufferPointer, at index: Int) -> Bool {
        let range = places[index].nameRange
        // Names of one length nearly always differ in their first letter.
        guard range.count == name.count, let first = unsafe name.first,
            (bytes[range.lowerBound] ^ first) & 0xDF == 0
        else { return range.isEmpty && name.count == 0 }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe HTTPToken.equalsIgnoringCase(
                UnsafeRawBufferPointer(rebasing: bytes[range]),
                name
            )
        }
    }

    /// Whether the field at `index` has one of the names, letter case ignored.
    func isNamed(oneOf names: ArraySlice<[UInt8]>, at index: Int) -> Bool {
        let range = places[index].nameRange
        guard !range.isEmpty else { return names.contains([]) }
        let first = bytes[range.lowerBound]
        for name in names where name.count == range.count && (name[0] ^ first) & 0xDF == 0 {
            let isEqual = unsafe bytes.withUnsafeBytes { bytes in
                unsafe name.withUnsafeBytes { name in
                    unsafe HTTPToken.equalsIgnoringCase(
                        UnsafeRawBufferPointer(rebasing: bytes[range]),
                        name
                    )
                }
            }
            if isEqual { return true }
        }
        return false
    }

    /// Whether the octets are the same in all places.
    func isSame(as other: WireFields) -> Bool {
        guard self !== other else { return true }
        guard places.count == other.places.count, bytes == other.bytes else { return false }
        return zip(places, other.places).allSatisfy {
            $0.name == $1.name && $0.nameEnd == $1.nameEnd && $0.value == $1.value
                && $0.valueEnd == $1.valueEnd
        }
    }
}

/// Collects a section of fields out of the lines of a head, in one piece of memory.
package struct HTTPFieldsBuilder: Sendable {
    private var bytes: [UInt8] = []
    private var places: [WireFields.Place] = []
    private var lengths: UInt64 = 0

    /// Room for so many octets and fields is made at once.
    private static let usualSize = (octets: 480, fields: 12)

    /// Starts without a field.
    package init() {}

    /// Whether there is no field yet.
    package var isEmpty: Bool { places.isEmpty }

    /// Forgets all fields.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        lengths = 0
    }

    /// Adds the field of a line; a stray CR in its value becomes a space (RFC 9110 §5.5).
    ///
    /// - Parameters:
    ///   - line: The line; what follows the value is left out.
    ///   - name: Where the name stands in it.
    ///   - value: Where the value stands in it, after the name.
    package mutating func append(
        line: UnsafeRawBufferPointer,
        name: Range<Int>,
        value: Range<Int>
    ) {
        if places.isEmpty {
            bytes.reserveCapacity(Self.usualSize.octets)
            places.reserveCapacity(Self.usualSize.fields)
        }
        let start = bytes.count
        lengths |= 1 << UInt64(name.count & 63)
        unsafe bytes.append(
            contentsOf: UnsafeRawBufferPointer(rebasing: line[..<value.upperBound])
        )
        cleanValue(from: start + value.lowerBound)
        places.append(
            WireFields.Place(
                name: Int32(clamping: start + name.lowerBound),
                nameEnd: Int32(clamping: start + name.upperBound),
                value: Int32(clamping: start + value.lowerBound),
                valueEnd: Int32(clamping: bytes.count)
            )
        )
    }

    /// Adds a space and what a fold says to the value of the last field (RFC 9112 §5.2).
    package mutating func extendLast(by text: UnsafeRawBufferPointer) {
        guard let last = places.indices.last else { return }
        bytes.append(0x20)
        let start = bytes.count
        unsafe bytes.append(contentsOf: text)
        cleanValue(from: start)
        places[last].valueEnd = Int32(clamping: bytes.count)
    }

    /// The fields so far.
    package var fields: HTTPFields {
        guard !places.isEmpty else { return HTTPFields() }
        return HTTPFields(WireFields(bytes: bytes, places: places, lengths: lengths))
    }

    private mutating func cleanValue(from start: Int) {
        let isClean = unsafe bytes.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return true }
            return unsafe memchr(first + start, 0x0D, bytes.count - start) == nil
        }
        guard !isClean else { return }
        for i in start..<bytes.count where bytes[i] == 0x0D { bytes[i] = 0x20 }
    }
}

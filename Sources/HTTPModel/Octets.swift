/// An immutable run of bytes: content of a message or of a file.
///
/// Copies share the bytes, and a slice shares them too, so passing 100 MB about costs nothing. The
/// bytes stand in one piece. Equality compares the bytes, and is immediate for shared ones.
public struct Octets: Sendable {
    private let storage: OctetStorage
    private let range: Range<Int>

    init(storage: OctetStorage, range: Range<Int>) {
        self.storage = storage
        self.range = range
    }

    /// Copies the bytes of a sequence.
    public init(_ bytes: some Sequence<UInt8>) {
        var builder = OctetBuilder()
        if bytes.withContiguousStorageIfAvailable({
            unsafe builder.append(UnsafeRawBufferPointer($0))
        })
            == nil
        {
            builder.append(contentsOf: Array(bytes))
        }
        self = builder.snapshot()
    }

    /// No bytes.
    public init() {
        self.init(storage: .empty, range: 0..<0)
    }

    /// The UTF-8 form of a text.
    public init(utf8 text: String) {
        self.init(text.utf8)
    }

    /// The bytes of `range`, sharing storage; bounds outside are clamped.
    public func slice(_ bounds: Range<Int>) -> Octets {
        let lower = Swift.min(Swift.max(bounds.lowerBound, 0), count)
        let upper = Swift.min(Swift.max(bounds.upperBound, lower), count)
        return Octets(
            storage: storage,
            range: (range.lowerBound + lower)..<(range.lowerBound + upper)
        )
    }

    /// Gives the bytes to `body`; the pointer is valid during the call only.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeRawBufferPointer(rebasing: storage.bytes[range]))
    }

    /// A copy of the bytes.
    public var array: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

    /// The bytes as UTF-8 text; ill-formed parts become U+FFFD.
    public var text: String {
        unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes as text, or `nil` when they are not well-formed UTF-8.
    public var validText: String? { String(validating: self, as: UTF8.self) }
}

extension Octets: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of bytes.
    public var endIndex: Int { range.count }

    /// The byte at `position`.
    public subscript(position: Int) -> UInt8 {
        precondition(position >= 0 && position < range.count, "position is outside the octets")
        return unsafe storage.bytes[range.lowerBound + position]
    }

    /// Gives the bytes to `body` as a typed buffer.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try unsafe body(
            UnsafeRawBufferPointer(rebasing: storage.bytes[range]).bindMemory(to: UInt8.self)
        )
    }
}

extension Octets: Hashable {
    /// Compares the bytes.
    public static func == (left: Octets, right: Octets) -> Bool {
        guard left.count == right.count else { return false }
        if left.storage === right.storage && left.range == right.range { return true }
        return unsafe left.withUnsafeBytes { leftBytes in
            unsafe right.withUnsafeBytes { unsafe leftBytes.elementsEqual($0) }
        }
    }

    /// Hashes the length and the first bytes, so that hashing stays cheap for large content.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        unsafe withUnsafeBytes { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(256)))
        }
    }
}

extension Octets: ExpressibleByArrayLiteral {
    /// Creates octets from byte values.
    public init(arrayLiteral elements: UInt8...) {
        self.init(elements)
    }
}

extension Octets: CustomStringConvertible {
    /// The number of bytes; never the bytes, which may be secret.
    public var description: String { "\(count) bytes" }
}

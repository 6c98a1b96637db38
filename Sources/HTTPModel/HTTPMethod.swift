/// A request method, such as `GET` or a private one such as `PURGE`.
///
/// Methods are compared exactly: they are case-sensitive tokens.
///
/// - SeeAlso: RFC 9110 §9.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The method token as it stands on the wire.
    public let rawValue: String

    /// Creates a method from its token.
    ///
    /// - Returns: `nil` when `rawValue` is not a token of RFC 9110 §5.6.2.
    public init?(rawValue: String) {
        guard HTTPToken.isToken(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(known: String) {
        rawValue = known
    }

    /// `GET`: transfer a representation of the target.
    public static let get = HTTPMethod(known: "GET")
    /// `HEAD`: as `GET`, without the content.
    public static let head = HTTPMethod(known: "HEAD")
    /// `POST`: process the content.
    public static let post = HTTPMethod(known: "POST")
    /// `PUT`: replace the target's representation.
    public static let put = HTTPMethod(known: "PUT")
    /// `PATCH`: change part of the target (RFC 5789).
    public static let patch = HTTPMethod(known: "PATCH")
    /// `DELETE`: remove the target.
    public static let delete = HTTPMethod(known: "DELETE")
    /// `OPTIONS`: ask what the target can do.
    public static let options = HTTPMethod(known: "OPTIONS")
    /// `TRACE`: loop the request back.
    public static let trace = HTTPMethod(known: "TRACE")
    /// `CONNECT`: open a tunnel.
    public static let connect = HTTPMethod(known: "CONNECT")
    /// `QUERY`: a safe request with content.
    public static let query = HTTPMethod(known: "QUERY")

    /// The methods offered first when a person chooses one, in that order.
    public static let common: [HTTPMethod] = [
        .get, .post, .put, .patch, .delete, .head, .options,
    ]

    /// Whether sending the request twice has the effect of sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace, .query: true
        default: false
        }
    }

    /// Whether the method only reads (RFC 9110 §9.2.1).
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace, .query: true
        default: false
        }
    }
}

extension HTTPMethod: CustomStringConvertible {
    /// The method token.
    public var description: String { rawValue }
}

/// The lexical rules shared by methods, field names and parameters.
///
/// - SeeAlso: RFC 9110 §5.6.2.
public enum HTTPToken {
    /// Whether `byte` is a `tchar`.
    @inlinable public static func isTokenByte(_ byte: UInt8) -> Bool {
        // One bit for each of the characters below 128.
        let word = byte < 64 ? lowTokenBits : byte < 128 ? highTokenBits : 0
        return word >> UInt64(byte & 63) & 1 == 1
    }

    /// `! # $ % & ' * + - .` and the digits.
    @inlinable static var lowTokenBits: UInt64 { 0x03FF_6CFA_0000_0000 }
    /// The letters and `^ _ ` | ~`.
    @inlinable static var highTokenBits: UInt64 { 0x57FF_FFFF_C7FF_FFFE }

    /// Whether `text` is a token: one or more `tchar`.
    @inlinable public static func isToken(_ text: some StringProtocol) -> Bool {
        guard !text.isEmpty else { return false }
        // All strings but few stand in one piece, where no iterator is needed.
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            for i in 0..<bytes.count where unsafe !isTokenByte(bytes[i]) { return false }
            return true
        } ?? text.utf8.allSatisfy(isTokenByte)
    }

    /// Whether two ASCII texts are equal when letter case is ignored.
    @inlinable public static func equalsIgnoringCase(
        _ left: some StringProtocol,
        _ right: some StringProtocol
    ) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        let isEqual = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in
                unsafe equalsIgnoringCase(
                    UnsafeRawBufferPointer(left),
                    UnsafeRawBufferPointer(right)
                )
            }
        }
        if let isEqual = isEqual ?? nil { return isEqual }
        return left.utf8.elementsEqual(right.utf8) { lowered($0) == lowered($1) }
    }

    /// Whether two runs of ASCII octets are equal when letter case is ignored.
    @usableFromInline package static func equalsIgnoringCase(
        _ left: UnsafeRawBufferPointer,
        _ right: UnsafeRawBufferPointer
    ) -> Bool {
        guard left.count == right.count else { return false }
        for i in 0..<left.count {
            let (one, other) = unsafe (left[i], right[i])
            if one != other, lowered(one) != lowered(other) { return false }
        }
        return true
    }

    /// The lower-case form of an ASCII letter; any other byte unchanged.
    @inlinable public static func lowered(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }
}

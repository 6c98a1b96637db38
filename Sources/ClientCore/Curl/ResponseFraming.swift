import HTTPModel

/// Where a response ends, and whether the fields that say so can be relied on.
///
/// libcurl takes the digits at the front of the last `Content-Length`, and so reads on where another
/// reader would stop. A response whose end is a matter of opinion is refused instead.
///
/// - SeeAlso: RFC 9112 §6.3 and RFC 9110 §8.6.
enum ResponseFraming: Equatable {
    /// Content of as many bytes as one field says, in 1 to 18 digits and nothing else.
    case plain(Int)
    /// Chunks, the end of the connection, or a length in another spelling.
    case other
    /// What is wrong, as a sentence fragment.
    case faulty(String)

    /// Reads the fields of a whole head.
    init(_ fields: HTTPFields) {
        let index = fields.firstIndex(named: "Content-Length")
        if !fields.contains(named: "Transfer-Encoding") {
            guard let index else {
                self = .other
                return
            }
            // As nearly all responses have it.
            let isAlone = fields.firstIndex(named: "Content-Length", from: index + 1) == nil
            if isAlone, let length = Self.plainLength(in: fields, at: index) {
                self = .plain(length)
                return
            }
        }
        self = Self.problemInDetail(with: fields).map { .faulty($0) } ?? .other
    }

    private static func plainLength(in fields: HTTPFields, at index: Int) -> Int? {
        unsafe fields.withValue(at: index) { bytes in
            guard (1...18).contains(bytes.count) else { return nil }
            var length = 0
            for i in 0..<bytes.count {
                let digit = unsafe bytes[i]
                guard (0x30...0x39).contains(digit) else { return nil }
                length = length * 10 + Int(digit - 0x30)
            }
            return length
        }
    }

    private static func problemInDetail(with fields: HTTPFields) -> String? {
        var length: ArraySlice<UInt8>?
        var isCoded = false
        var problem: String?
        for field in fields {
            switch field.name.utf8.count {
            case 14 where field.isNamed("Content-Length"):
                for part in field.valueBytes.split(
                    separator: 0x2C,
                    omittingEmptySubsequences: false
                ) {
                    let digits = digits(part)
                    if digits == nil || length ?? digits != digits {
                        problem = "the values of Content-Length make no length"
                    }
                    length = digits
                }
            case 17 where field.isNamed("Transfer-Encoding"):
                isCoded = true
                guard areKnown(field.valueBytes) else {
                    return "the transfer coding is not chunked, the only one that is read"
                }
            default: break
            }
        }
        // Chunks decide where both are given.
        return isCoded ? nil : problem
    }

    /// Whether the field `name` says where a response ends.
    static func isAbout(_ name: String) -> Bool {
        HTTPToken.equalsIgnoringCase(name, "Content-Length")
            || HTTPToken.equalsIgnoringCase(name, "Transfer-Encoding")
    }

    /// The significant digits of a length that fits into 63 bits; `nil` for anything else.
    private static func digits(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let part = trim(part)
        guard !part.isEmpty, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let digits = part.drop { $0 == 0x30 }
        guard digits.isEmpty || Int64(String(decoding: digits, as: UTF8.self)) != nil else {
            return nil
        }
        return digits
    }

    /// The names are compared in lower case.
    ///
    /// libcurl knows gzip and deflate too, but takes what ends within them for whole, and no limit
    /// holds for what they hide; nobody may send them unasked (RFC 9112 §6.1).
    private static let knownCodings = ["chunked", "identity"]
        .map { Array($0.utf8) }

    private static func areKnown(_ value: [UInt8]) -> Bool {
        value.split(separator: 0x2C).map(trim).allSatisfy { coding in
            coding.isEmpty || knownCodings.contains(coding.map(HTTPToken.lowered))
        }
    }

    private static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let front = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        return front.prefix(
            front.count - front.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        )
    }
}

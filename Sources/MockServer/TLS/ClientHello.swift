/// Finds the host name in the first bytes of a TLS connection.
///
/// - SeeAlso: RFC 8446 §4.1.2 and §5.1, RFC 6066 §3.
package enum ClientHello {
    /// What the first bytes tell.
    package enum Reading: Hashable, Sendable {
        /// More must come first.
        case incomplete
        /// The client asks for this host, in lower case; `nil` when it names none.
        case complete(host: String?)
        /// This is no start of a connection.
        case malformed
    }

    /// The most bytes of a hello.
    private static let limit = 1 << 16

    /// Reads what has come so far.
    package static func read(_ bytes: [UInt8]) -> Reading {
        var message: [UInt8] = []
        var position = 0
        // The message may be cut into several records.
        while true {
            guard bytes.count >= position + 5 else { return .incomplete }
            guard bytes[position] == 0x16 else { return .malformed }
            let length = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
            guard length > 0, length <= 1 << 14 else { return .malformed }
            let end = position + 5 + length
            message += bytes[(position + 5)..<min(end, bytes.count)]
            guard message.first == nil || message.first == 1 else { return .malformed }
            if message.count >= 4 {
                let needed =
                    4 + (Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3]))
                guard needed <= limit else { return .malformed }
                if message.count >= needed {
                    var reader = Reader(message[4..<needed])
                    return reader.host()
                }
            }
            guard bytes.count >= end else { return .incomplete }
            position = end
        }
    }

    /// A host name in lower case, when it may stand in a certificate.
    static func checkedHost(_ name: String) -> String? {
        let isFine = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
        }
        return isFine && (1...253).contains(name.utf8.count) ? name.lowercased() : nil
    }

    /// Walks over the parts of a hello.
    private struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ rest: ArraySlice<UInt8>) {
            self.rest = rest
        }

        mutating func host() -> Reading {
            // Version and random number, then session, cipher suites and compression methods.
            guard take(34) != nil, block(1) != nil, block(2) != nil, block(1) != nil else {
                return .malformed
            }
            guard !rest.isEmpty, let extensions = block(2) else { return .complete(host: nil) }
            var list = Reader(extensions)
            while let kind = list.number(2), let content = list.block(2) {
                guard kind == 0 else { continue }
                var names = Reader(content)
                guard let entries = names.block(2) else { return .malformed }
                var entry = Reader(entries)
                guard entry.number(1) == 0, let name = entry.block(2) else { return .malformed }
                return .complete(
                    host: ClientHello.checkedHost(String(decoding: name, as: UTF8.self))
                )
            }
            return .complete(host: nil)
        }

        private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        private mutating func number(_ count: Int) -> Int? {
            take(count)?.reduce(0) { $0 << 8 | Int($1) }
        }

        /// What stands behind its length of `count` bytes.
        private mutating func block(_ count: Int) -> ArraySlice<UInt8>? {
            guard let length = number(count) else { return nil }
            return take(length)
        }
    }
}

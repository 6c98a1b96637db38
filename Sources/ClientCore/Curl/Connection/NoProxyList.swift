import Glibc

/// The hosts that are reached without a proxy, as `no_proxy` lists them.
///
/// Entries stand between commas or blanks. A name covers itself and its subdomains, with or without
/// a dot in front; an address covers itself; a block such as `10.0.0.0/8` covers its addresses; a
/// lone `*` covers everything. Ports are not looked at, as in curl.
struct NoProxyList {
    private let entries: [Substring]

    /// Reads a list as written in the variable.
    init(_ text: some StringProtocol) {
        entries = Substring(text).split { $0 == "," || $0 == " " || $0 == "\t" }
    }

    /// Takes entries one by one.
    init(_ entries: [String]) {
        self.entries = entries.map { Substring($0) }
    }

    /// Whether `host`, a name or an address without brackets, is reached without a proxy.
    func covers(_ host: String) -> Bool {
        guard !host.isEmpty, !entries.isEmpty else { return false }
        if entries.count == 1, entries[0] == "*" { return true }
        if let address = IPAddress(Substring(host).trimming("[", "]")) {
            return entries.contains { Self.covers(address, entry: $0) }
        }
        let name = Self.withoutDots(host.lowercased())
        return entries.contains { entry in
            let suffix = Self.withoutDots(entry.lowercased())
            return !suffix.isEmpty && (name == suffix || name.hasSuffix("." + suffix))
        }
    }

    private static func covers(_ address: IPAddress, entry: Substring) -> Bool {
        let halves = entry.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count <= 2, let block = IPAddress(halves[0].trimming("[", "]")) else {
            return false
        }
        guard halves.count == 2 else { return block == address }
        guard let bits = Int(halves[1]), (0...block.bytes.count * 8).contains(bits) else {
            return false
        }
        return block.contains(address, prefixLength: bits)
    }

    /// A leading dot and a trailing dot say nothing.
    private static func withoutDots(_ name: String) -> Substring {
        var name = Substring(name)
        if name.first == "." { name.removeFirst() }
        if name.last == "." { name.removeLast() }
        return name
    }
}

/// An IPv4 or IPv6 address.
struct IPAddress: Hashable {
    /// 4 or 16 bytes, the most significant first.
    let bytes: [UInt8]

    /// Reads an address without brackets; `nil` when the text is none.
    init?(_ text: some StringProtocol) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let family = text.contains(":") ? AF_INET6 : AF_INET
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe inet_pton(family, String(text), buffer.baseAddress)
        }
        guard result == 1 else { return nil }
        self.bytes = family == AF_INET ? Array(bytes.prefix(4)) : bytes
    }

    /// Whether the first bits of both are the same; never for an address of another length.
    func contains(_ other: IPAddress, prefixLength: Int) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        var bits = prefixLength
        for (own, its) in zip(bytes, other.bytes) where bits > 0 {
            let mask = bits >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF << (8 - bits))
            if (own ^ its) & mask != 0 { return false }
            bits -= 8
        }
        return true
    }
}

extension Substring {
    /// The text without one opening and one closing mark.
    fileprivate func trimming(_ opening: Character, _ closing: Character) -> Substring {
        first == opening && last == closing ? dropFirst().dropLast() : self
    }
}

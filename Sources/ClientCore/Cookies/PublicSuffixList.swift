import Files
import HTTPModel

/// The domains below which anybody can register names, such as `co.uk`; no cookie is for all of one.
///
/// Debian keeps the list in `publicsuffix`, in a compact form that is read at its first use. Where it is
/// missing, every name of a single label counts as one.
///
/// - SeeAlso: <https://publicsuffix.org/list/>
struct PublicSuffixList: Sendable {
    /// The nodes of the automaton; empty when there is no list.
    private let graph: [UInt8]

    /// The list of this machine.
    static let system = PublicSuffixList(file: "/usr/share/publicsuffix/public_suffix_list.dafsa")

    private static let header = Array(".DAFSA@PSL_0".utf8)
    private static let headerLength = 16
    private static let isException: UInt8 = 1
    private static let isWildcard: UInt8 = 2

    /// Reads a list; one that is missing or in another form leaves the rule of single labels.
    init(file: String) {
        let bytes = (try? FileSystem.read(file))?.array ?? []
        let isKnown = bytes.starts(with: Self.header) && bytes.count > Self.headerLength
        graph = isKnown ? Array(bytes[Self.headerLength...]) : []
    }

    /// Whether a list was found.
    var isComplete: Bool { !graph.isEmpty }

    /// Whether anybody can register names below `domain`, which is in lower case and no address.
    func isPublicSuffix(_ domain: String) -> Bool {
        guard let dot = domain.firstIndex(of: ".") else { return true }
        if let rule = rule(for: domain.utf8) { return rule & Self.isException == 0 }
        let parent = domain[domain.index(after: dot)...]
        return rule(for: parent.utf8).map { $0 & Self.isWildcard != 0 } ?? false
    }

    // The automaton: a node is a run of characters, of which the last has its high bit set and is
    // followed by the offsets of its children, or is a value from 0x80 to 0x8F. Offsets are relative
    // to the offset before and have one to three bytes; the last of a list has its high bit set.

    private func rule(for domain: Substring.UTF8View) -> UInt8? { find(Array(domain)) }
    private func rule(for domain: String.UTF8View) -> UInt8? { find(Array(domain)) }

    private func find(_ key: [UInt8]) -> UInt8? {
        guard !graph.isEmpty else { return nil }
        var matched = 0
        var offsets = OffsetList(position: 0)
        while let start = offsets.next(in: graph) {
            var node = start
            let isOnCharacter = matched < key.count && !isLast(node)
            if isOnCharacter {
                guard byte(node) == key[matched] else { continue }
                repeat {
                    guard byte(node) == key[matched] else { return nil }
                    matched += 1
                    node += 1
                } while matched < key.count && !isLast(node)
            }
            if matched == key.count {
                let value = byte(node)
                if value & 0xE0 == 0x80 { return value & 0x0F }
                if isOnCharacter { return nil }
                continue
            }
            guard byte(node) == key[matched] | 0x80 else {
                if isOnCharacter { return nil }
                continue
            }
            matched += 1
            offsets = OffsetList(position: node + 1)
        }
        return nil
    }

    /// The byte at `index`; past the end one that matches nothing.
    private func byte(_ index: Int) -> UInt8 { index < graph.count ? graph[index] : 0xFF }

    private func isLast(_ index: Int) -> Bool { byte(index) & 0x80 != 0 }

    /// The children of a node, one after the other.
    private struct OffsetList {
        private var position: Int?
        private var offset: Int

        init(position: Int) {
            self.position = position
            offset = position
        }

        mutating func next(in graph: [UInt8]) -> Int? {
            guard let at = position, at + 2 < graph.count else { return nil }
            let first = graph[at]
            let length: Int
            switch first & 0x60 {
            case 0x60:
                offset += Int(first & 0x1F) << 16 | Int(graph[at + 1]) << 8 | Int(graph[at + 2])
                length = 3
            case 0x40:
                offset += Int(first & 0x1F) << 8 | Int(graph[at + 1])
                length = 2
            default:
                offset += Int(first & 0x3F)
                length = 1
            }
            position = first & 0x80 == 0 ? at + length : nil
            return offset
        }
    }
}

/// What the kernel's routing tables say.
///
/// - SeeAlso: proc(5), `/proc/net/route` and `/proc/net/ipv6_route`; `linux/route.h`.
package enum RouteTable {
    private static let up: UInt32 = 0x0001
    private static let reject: UInt32 = 0x0200

    /// The interfaces that have a default route, from the text of `/proc/net/route`.
    ///
    /// Its columns are Iface, Destination, Gateway, Flags, RefCnt, Use, Metric, Mask, MTU, Window,
    /// IRTT; the first line names them.
    package static func defaultInterfaces(ipv4 text: String) -> [String] {
        text.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split { $0 == "\t" || $0 == " " }
            guard columns.count >= 8, isZero(columns[1]), isZero(columns[7]),
                let flags = UInt32(columns[3], radix: 16), flags & up != 0, flags & reject == 0
            else { return nil }
            return String(columns[0])
        }
    }

    /// The interfaces that have a default route, from the text of `/proc/net/ipv6_route`.
    ///
    /// Its columns are destination, its prefix length, source, its prefix length, next hop, metric,
    /// reference count, use count, flags, interface; all numbers are hexadecimal. The kernel keeps a
    /// rejecting default route on `lo`.
    package static func defaultInterfaces(ipv6 text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: " ")
            guard columns.count >= 10, isZero(columns[0]), isZero(columns[1]),
                let flags = UInt32(columns[8], radix: 16), flags & up != 0, flags & reject == 0,
                columns[9] != "lo"
            else { return nil }
            return String(columns[9])
        }
    }

    private static func isZero(_ digits: Substring) -> Bool {
        !digits.isEmpty && digits.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
    }
}

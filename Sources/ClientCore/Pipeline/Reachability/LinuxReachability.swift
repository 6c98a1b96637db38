import CCurl
import Files
import Glibc

/// Reachability as the kernel knows it: an interface that is up has a default route.
///
/// The kernel tells of changes of interfaces, addresses and routes over a netlink socket; each is
/// taken as a hint to look again, by a thread that sleeps otherwise. It ends with the last reference.
/// That packets get any farther than the next router, nobody can know without sending some.
///
/// - SeeAlso: netlink(7), rtnetlink(7).
public final class LinuxReachability: ReachabilityMonitor {
    private let broadcast: ReachabilityBroadcast
    /// Writing end of the pipe that ends the thread; -1 when there is none.
    private let stopper: Int32

    /// Starts to watch.
    ///
    /// Where no netlink socket can be had, as in some containers, `isReachable` stays as it is now.
    public convenience init() {
        self.init(events: Self.openNetlink(), look: Self.hasDefaultRoute)
    }

    /// Watches a descriptor that becomes readable when something may have changed.
    ///
    /// - Parameters:
    ///   - events: The descriptor, closed by the monitor; negative for none.
    ///   - look: Whether there is a network now; called on the monitor's thread.
    init(events: Int32, look: @escaping @Sendable () -> Bool) {
        broadcast = ReachabilityBroadcast(look())
        var ends: [Int32] = [-1, -1]
        guard events >= 0, unsafe pipe(&ends) == 0 else {
            if events >= 0 { close(events) }
            stopper = -1
            return
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopper = ends[1]
        let watch = Watch(events: events, stop: ends[0], broadcast: broadcast, look: look)
        if !watch.start() {
            close(events)
            close(ends[0])
        }
    }

    deinit {
        if stopper >= 0 { close(stopper) }
    }

    /// Whether there is a network, as of the last change.
    public var isReachable: Bool { broadcast.isReachable }

    /// What `isReachable` is now, and each change.
    public var changes: AsyncStream<Bool> { broadcast.changes }

    /// A socket on which the kernel tells of changes; negative when there is none.
    private static func openNetlink() -> Int32 {
        let route: Int32 = 0
        let type = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_NETLINK, type, route)
        guard descriptor >= 0 else { return -1 }
        // sockaddr_nl: family, padding, port (0: the kernel chooses), groups: RTMGRP_LINK,
        // RTMGRP_IPV4_IFADDR, RTMGRP_IPV4_ROUTE, RTMGRP_IPV6_IFADDR, RTMGRP_IPV6_ROUTE.
        let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
        let address: [UInt32] = [UInt32(AF_NETLINK), 0, groups]
        let size = socklen_t(address.count * MemoryLayout<UInt32>.size)
        let result = unsafe address.withUnsafeBytes { bytes in
            unsafe bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, size)
        }
        guard result == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    /// Whether an interface that is up and running has a default route.
    @Sendable private static func hasDefaultRoute() -> Bool {
        let names = Set(
            RouteTable.defaultInterfaces(ipv4: text(of: "/proc/net/route"))
                + RouteTable.defaultInterfaces(ipv6: text(of: "/proc/net/ipv6_route"))
        )
        return !names.isEmpty && !names.isDisjoint(with: runningInterfaces())
    }

    /// The interfaces that are up and running, but for the loopback.
    private static func runningInterfaces() -> Set<String> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var names: Set<String> = []
        var next = unsafe list
        while let interface = unsafe next?.pointee {
            let flags = unsafe interface.ifa_flags
            let wanted = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
            if flags & wanted == wanted, flags & UInt32(IFF_LOOPBACK) == 0 {
                unsafe names.insert(String(cString: interface.ifa_name))
            }
            unsafe next = interface.ifa_next
        }
        return names
    }

    private static func text(of path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe read(descriptor, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The thread that waits for hints.
private final class Watch: Sendable {
    private let events: Int32
    private let stop: Int32
    private let broadcast: ReachabilityBroadcast
    private let look: @Sendable () -> Bool

    init(
        events: Int32,
        stop: Int32,
        broadcast: ReachabilityBroadcast,
        look: @escaping @Sendable () -> Bool
    ) {
        self.events = events
        self.stop = stop
        self.broadcast = broadcast
        self.look = look
    }

    /// Starts the thread; `false` when the system gives none.
    func start() -> Bool {
        OwnThread.start { [self] in run() }
    }

    private func run() {
        var descriptors = [
            pollfd(fd: events, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        // Something may have changed between the first look and the start of the thread.
        broadcast.set(look())
        while true {
            let count = unsafe poll(&descriptors, nfds_t(descriptors.count), -1)
            if count < 0, errno == EINTR { continue }
            if count < 0 || descriptors[1].revents != 0 { break }
            guard drain() else { break }
            broadcast.set(look())
        }
        close(events)
        close(stop)
    }

    /// Takes all hints that wait; `false` when there will be none any more.
    private func drain() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe recv(events, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { continue }
            if count == 0 { return false }
            // A queue that overflowed has lost hints, which is a hint too.
            return [EAGAIN, EINTR, ENOBUFS].contains(errno)
        }
    }
}

import ClientCore
import HTTPModel
import Testing

@Suite struct ReachabilityTests {
    @Test func readersHearThePresentAndEachChange() async {
        let monitor = ManualReachability(isReachable: false)
        var iterator = monitor.changes.makeAsyncIterator()
        #expect(await iterator.next() == false)
        monitor.set(true)
        #expect(await iterator.next() == true)
        monitor.set(true)
        monitor.set(false)
        #expect(await iterator.next() == false)
        #expect(!monitor.isReachable)
    }

    @Test func oneCanWaitForTheNetwork() async throws {
        let monitor = ManualReachability(isReachable: false)
        let wait = Task { try await monitor.untilReachable() }
        monitor.set(true)
        try await wait.value
    }

    @Test func waitingForTheNetworkCanBeCancelled() async {
        let monitor = ManualReachability(isReachable: false)
        let wait = Task { try await monitor.untilReachable() }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
    }

    @Test func aRequestIsSentAgainWhenTheNetworkIsBack() async throws {
        let time = ManualTime(isHeld: true)
        let monitor = ManualReachability(isReachable: false)
        let transport = ScriptTransport([.failure(.connectUnreachable, .connect), .status(200)])
        let retrier = InterceptorMiddleware(retriers: [OfflineRetrier(monitor: monitor)])
        let client = client(transport, time: time, retrier)
        let request = HTTPRequest(.post, try TargetURI("http://api.test/"))
        let call = Task { try await client.send(request) }
        await time.sleeps(1)
        monitor.set(true)
        await time.sleeps(2)
        time.advance(by: .zero)
        let exchange = try await call.value
        #expect(exchange.response?.status == HTTPStatus(200))
        #expect(
            exchange.hops[0].retry?.reason == "connect.unreachable, but the network is back"
        )
    }

    @Test func aRequestFailsWhenTheNetworkStaysAway() async throws {
        let time = ManualTime(isHeld: true)
        let monitor = ManualReachability(isReachable: false)
        let transport = ScriptTransport([.failure(.dnsNotFound, .resolve)])
        let retrier = InterceptorMiddleware(retriers: [OfflineRetrier(monitor: monitor)])
        let client = client(transport, time: time, retrier)
        let request = try get()
        let call = Task { try await client.send(request) }
        await time.sleeps(1)
        time.advance(by: .seconds(5))
        let exchange = try await call.value
        #expect(exchange.failure?.code == .dnsNotFound)
        #expect(
            exchange.hops[0].retry?.reason == "dns.notFound, and no network within 5.0 seconds"
        )
    }

    @Test func theSystemIsAskedAndTheMonitorEnds() async {
        var monitor: LinuxReachability? = LinuxReachability()
        let changes = monitor?.changes
        let isReachable = monitor?.isReachable
        var iterator = changes?.makeAsyncIterator()
        let first = await iterator?.next()
        #expect(first != nil && isReachable != nil)
        monitor = nil
        // The stream ends with the monitor; a change on the way is allowed.
        while await iterator?.next() != nil {}
    }

    @Test func aDefaultRouteIsFoundInTheTableOfIPv4() {
        let table = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            eth0\t00000000\t0100A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
            eth0\t0000A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
            tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
            bad0\t00000000\t00000000\t0200\t0\t0\t0\t00000000\t0\t0\t0
            """
        #expect(RouteTable.defaultInterfaces(ipv4: table) == ["eth0"])
    }

    @Test func aDefaultRouteIsFoundInTheTableOfIPv6() {
        let zero = String(repeating: "0", count: 32)
        let table = """
            \(zero) 00 \(zero) 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0
            \(zero) 00 \(zero) 00 \(zero) ffffffff 00000001 00000000 00200200       lo
            fe800000000000000000000000000000 40 \(zero) 00 \(zero) 00000100 00000001 00000000 00000001     eth0
            """
        #expect(RouteTable.defaultInterfaces(ipv6: table) == ["eth0"])
    }

    @Test(arguments: ["", "x", "eth0\n", "a b c\nd e f\n"])
    func anEmptyOrOddTableHasNoRoute(_ table: String) {
        #expect(RouteTable.defaultInterfaces(ipv4: table).isEmpty)
        #expect(RouteTable.defaultInterfaces(ipv6: table).isEmpty)
    }
}

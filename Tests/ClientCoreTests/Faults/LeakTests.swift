import ClientCore
import Glibc
import HTTPModel
import TestSupport
import Testing

/// What is left after many requests: nothing.
///
/// Each test has a process of its own: what other tests open, start or keep meanwhile would count.
@Suite("Leaks", .serialized) struct LeakTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test func twoThousandRequestsLeaveNoDescriptorAndNoThread() async {
        await #expect(processExitsWith: .success) {
            let before = try await Self.usageAfterFirstUse()
            do {
                let server = FaultServer { connection in
                    var count = 0
                    while connection.readRequest() != nil, connection.send(Self.ok) {
                        count += 1
                        // Connections come and go.
                        if count % 10 == 0 { return }
                    }
                }
                let transport = CurlTransport()
                let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
                let failures = await withTaskGroup(of: [String].self) { group in
                    for lane in 0..<16 {
                        group.addTask {
                            var failures: [String] = []
                            for i in 0..<125 {
                                let task = Task { await transport.send(request) }
                                let isCancelled = (i + lane) % 10 == 0
                                if isCancelled { task.cancel() }
                                let line = await task.value.line
                                if line != "200 ok", !isCancelled { failures.append(line) }
                            }
                            return failures
                        }
                    }
                    return await group.reduce(into: []) { $0 += $1 }
                }
                #expect(failures.isEmpty, "\(failures.prefix(5))")
                #expect(ProcessUsage.now.count(ofThreads: CurlTransport.threadName) > 0)
                await transport.shutdown()
            }
            #expect(await Self.isBack(to: before))
        }
    }

    @Test func aTransportThatIsLetGoTakesItsThreadAlong() async {
        await #expect(processExitsWith: .success) {
            let before = try await Self.usageAfterFirstUse()
            do {
                let server = FaultServer(answering: Self.ok)
                let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
                for _ in 0..<10 {
                    #expect(await CurlTransport().send(request).line == "200 ok")
                }
            }
            #expect(await Self.isBack(to: before))
        }
    }

    private final class Witness: HopObserver {
        func hop(_ progress: HopProgress) {}
    }

    @Test func aHopThatBeginsAsItsThreadEndsIsLetGo() async throws {
        weak var left: Witness?
        do {
            let witness = Witness()
            left = witness
            let server = FaultServer { connection in while connection.readRequest() != nil {} }
            let transport = CurlTransport()
            let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
            // On the transfer thread, so that the hop and the end are asked for in one turn of it.
            let outcome = await Task(executorPreference: transport.executor) {
                let hop = Task(executorPreference: transport.executor) {
                    await transport.send(request, observer: witness)
                }
                let end = Task(executorPreference: transport.executor) {
                    await transport.shutdown()
                }
                await end.value
                return await hop.value
            }.value
            #expect(outcome.hop.failure?.code == .cancelled)
        }
        #expect(left == nil)
    }

    @Test func requestsThatFailLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            let before = try await Self.usageAfterFirstUse()
            do {
                let server = FaultServer { connection in
                    guard connection.readRequest() != nil else { return }
                    if connection.number % 2 == 0 { connection.reset() }
                }
                let transport = CurlTransport()
                for base in [
                    server.base, "http://127.0.0.1:\(refusingPort())", "http://no.invalid",
                ] {
                    let request = PreparedRequest(method: .get, target: try TargetURI(base))
                    for _ in 0..<(base.hasSuffix("invalid") ? 5 : 50) {
                        #expect(await transport.send(request).hop.failure != nil)
                    }
                }
                await transport.shutdown()
            }
            #expect(await Self.isBack(to: before))
        }
    }

    @Test func memoryStaysWhereItIs() async {
        await #expect(processExitsWith: .success) {
            let server = FaultServer(answering: Self.ok)
            let transport = CurlTransport()
            let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
            for _ in 0..<200 { _ = await transport.send(request) }
            let before = ProcessUsage.now
            for _ in 0..<2_000 { _ = await transport.send(request) }
            let growth = ProcessUsage.now.residentBytes - before.residentBytes
            // A kilobyte a request would show as two megabytes; sanitizers keep what is freed.
            if !ProcessUsage.isSanitized { #expect(growth < 1_500_000) }
            await transport.shutdown()
        }
    }

    /// What the process uses when what libraries open once and keep is open.
    private static func usageAfterFirstUse() async throws -> ProcessUsage {
        let transport = CurlTransport()
        for base in ["http://127.0.0.1:\(refusingPort())", "http://no.invalid"] {
            let target = try TargetURI(base)
            _ = await transport.send(PreparedRequest(method: .get, target: target))
        }
        await transport.shutdown()
        while ProcessUsage.now.count(ofThreads: CurlTransport.threadName) > 0 { await Task.yield() }
        return ProcessUsage.now
    }

    /// Waits until descriptors and transfer threads are as many as before; the servers' threads end
    /// when they notice that their clients have gone.
    private static func isBack(to before: ProcessUsage) async -> Bool {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(10) {
            let now = ProcessUsage.now
            let name = CurlTransport.threadName
            if now.descriptors <= before.descriptors,
                now.count(ofThreads: name) <= before.count(ofThreads: name)
            {
                return true
            }
            await Task.yield()
        }
        Issue.record("before: \(before), now: \(ProcessUsage.now)")
        return false
    }
}

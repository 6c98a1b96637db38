import ClientCore
import HTTPModel
import Testing

@Suite struct LifecycleTests {
    /// A transport whose hop waits for the gate, or for the end of its task.
    private func transport(_ gate: Gate) -> ScriptTransport {
        ScriptTransport([
            .closure { _ in
                await withTaskCancellationHandler {
                    await gate.wait()
                } onCancel: {
                    gate.open()
                }
                return Task.isCancelled ? .failure(.cancelled, .wait) : .status(200)
            }
        ])
    }

    @Test func aLaterCallIsRefusedWithNothingSent() async throws {
        let transport = ScriptTransport([.status(200)])
        let lifecycle = ClientLifecycle()
        let client = client(transport, lifecycle)
        #expect(try await client.send(get()).failure == nil)
        await lifecycle.shutdown()
        let exchange = try await client.send(get())
        #expect(exchange.failure?.code == .cancelled)
        #expect(exchange.failure?.detail == "the client is shut down")
        #expect(exchange.hops.isEmpty)
        #expect(transport.sent.count == 1)
    }

    @Test func cancellingEndsTheCallsUnderWay() async throws {
        let lifecycle = ClientLifecycle()
        let client = client(transport(Gate()), lifecycle)
        let request = try get()
        let call = Task { try await client.send(request) }
        while lifecycle.callCount < 1 { await Task.yield() }
        await lifecycle.shutdown(.cancelling)
        #expect(lifecycle.callCount == 0)
        #expect(try await call.value.failure?.code == .cancelled)
    }

    @Test func drainingLetsCallsEndByThemselves() async throws {
        let gate = Gate()
        let time = ManualTime(isHeld: true)
        let lifecycle = ClientLifecycle(time: time)
        let client = client(transport(gate), lifecycle)
        let request = try get()
        let call = Task { try await client.send(request) }
        while lifecycle.callCount < 1 { await Task.yield() }
        let shutdown = Task { await lifecycle.shutdown(.draining(within: .seconds(5))) }
        await time.sleeps(1)
        #expect(lifecycle.isShutDown)
        #expect(try await client.send(request).failure?.code == .cancelled)
        gate.open()
        #expect(try await call.value.failure == nil)
        await shutdown.value
    }

    @Test func drainingEndsAtTheDeadline() async throws {
        let time = ManualTime(isHeld: true)
        let lifecycle = ClientLifecycle(time: time)
        let client = client(transport(Gate()), lifecycle)
        let request = try get()
        let call = Task { try await client.send(request) }
        while lifecycle.callCount < 1 { await Task.yield() }
        let shutdown = Task { await lifecycle.shutdown(.draining(within: .seconds(5))) }
        await time.sleeps(1)
        time.advance(by: .seconds(5))
        await shutdown.value
        #expect(try await call.value.failure?.code == .cancelled)
    }

    @Test func aCallerMayStillCancelItsCall() async throws {
        let lifecycle = ClientLifecycle()
        let client = client(transport(Gate()), lifecycle)
        let request = try get()
        let call = Task { try await client.send(request) }
        while lifecycle.callCount < 1 { await Task.yield() }
        call.cancel()
        #expect(try await call.value.failure?.code == .cancelled)
        #expect(lifecycle.callCount == 0)
    }

    @Test func shuttingDownTwiceIsAsGoodAsOnce() async {
        let lifecycle = ClientLifecycle(closing: CurlTransport())
        await lifecycle.shutdown(.draining(within: .seconds(5)))
        await lifecycle.shutdown()
        #expect(lifecycle.isShutDown)
    }
}

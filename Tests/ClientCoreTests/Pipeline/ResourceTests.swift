import ClientCore
import Synchronization
import Testing

private struct Offline: Error {}

@Suite struct ResourceTests {
    @Test func theOldValueStaysWhileAnotherIsLoadedAndWhenThatFails() async throws {
        let gate = Gate()
        let count = Mutex(0)
        let resource = Resource<String>("old") {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number > 1 else {
                await gate.wait()
                throw Offline()
            }
            return "new"
        }
        let load = Task { try await resource.load() }
        while !resource.isLoading { await Task.yield() }
        #expect(resource.latestValue == "old")
        gate.open()
        await #expect(throws: Offline.self) { try await load.value }
        #expect(resource.latestValue == "old")
        #expect(resource.latestError is Offline)
        #expect(!resource.isLoading)
        #expect(try await resource.load() == "new")
        #expect(resource.latestError == nil)
    }

    @Test func allWhoAskShareOneLoad() async throws {
        let gate = Gate()
        let count = Mutex(0)
        let resource = Resource<Int> {
            await gate.wait()
            return count.withLock { count in
                count += 1
                return count
            }
        }
        let loads = (0..<4).map { _ in Task { try await resource.load() } }
        while resource.waitingCount < loads.count { await Task.yield() }
        gate.open()
        for load in loads { #expect(try await load.value == 1) }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func aFreshValueIsNotLoadedAgain() async throws {
        let time = ManualTime()
        let count = Mutex(0)
        let resource = Resource<Int>(time: time) {
            count.withLock { count in
                count += 1
                return count
            }
        }
        #expect(try await resource.value(notOlderThan: .seconds(10)) == 1)
        time.advance(by: .seconds(10))
        #expect(try await resource.value(notOlderThan: .seconds(10)) == 1)
        time.advance(by: .seconds(1))
        #expect(try await resource.value(notOlderThan: .seconds(10)) == 2)
        resource.invalidate()
        #expect(resource.latestValue == 2)
        #expect(try await resource.value(notOlderThan: .seconds(10)) == 3)
    }

    @Test func readersSeeTheStateAndItsChanges() async throws {
        let resource = Resource<String>("cached") { "loaded" }
        var iterator = resource.changes.makeAsyncIterator()
        #expect(await iterator.next()?.value == "cached")
        try await resource.load()
        var state = await iterator.next()
        while state?.isLoading == true { state = await iterator.next() }
        #expect(state?.value == "loaded")
    }

    @Test func aValueThatIsSetOvertakesALoad() async throws {
        let gate = Gate()
        let resource = Resource<String> {
            await gate.wait()
            return "loaded"
        }
        let load = Task { try await resource.load() }
        while !resource.isLoading { await Task.yield() }
        resource.set("saved")
        gate.open()
        _ = try await load.value
        #expect(resource.latestValue == "saved")
    }

    @Test func whoIsCancelledLeavesTheLoadToTheOthers() async throws {
        let gate = Gate()
        let resource = Resource<String> {
            await gate.wait()
            try Task.checkCancellation()
            return "loaded"
        }
        let first = Task { try await resource.load() }
        while !resource.isLoading { await Task.yield() }
        let second = Task { try await resource.load() }
        while resource.waitingCount < 2 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.open()
        #expect(try await second.value == "loaded")
    }

    @Test func aLoadThatNobodyWantsAnyMoreIsNoError() async throws {
        let gate = Gate()
        let resource = Resource<String>("old") {
            await withTaskCancellationHandler {
                await gate.wait()
            } onCancel: {
                gate.open()
            }
            // As a client does, which tells of a cancellation by an error of its own.
            throw Offline()
        }
        let load = Task { try await resource.load() }
        while !resource.isLoading { await Task.yield() }
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
        while resource.isLoading { await Task.yield() }
        #expect(resource.latestError == nil && resource.latestValue == "old")
    }
}

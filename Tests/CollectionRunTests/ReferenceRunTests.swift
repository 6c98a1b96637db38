import ClientCore
import CollectionRun
import Collections
import HTTPModel
import Testing

/// Requests that need others, and what is taken from responses on the way.
@Suite struct ReferenceRunTests {
    @Test func onlySoMuchContentOfEarlierResponsesIsKept() async throws {
        let names = ["a", "b", "c"]
        let text = names.map { "### \($0)\n# @name \($0)\nGET http://h.test/\($0)\n\n" }.joined()
        let memory = RunMemory(byteLimit: 250)
        let sample = try SampleRun(text, memory: memory) { _ in
            json("\"" + String(repeating: "x", count: 98) + "\"")
        }
        _ = await sample.runAll()
        #expect(memory.exchanges.count == 3)
        _ = try await sample.run("a")
        #expect(memory.exchanges.count == 3)
        let tight = RunMemory(byteLimit: 150)
        let other = try SampleRun(text, memory: tight) { request in
            json(
                "\"" + String(repeating: "x", count: request.target.path == "/c" ? 998 : 98) + "\""
            )
        }
        _ = await other.runAll()
        #expect(Set(tight.exchanges.keys) == ["sample.http#b", "sample.http#c"])
        _ = try await other.run("a")
        // The large one goes once it is not the latest.
        #expect(Set(tight.exchanges.keys) == ["sample.http#a"])
    }

    @Test func aRequiredRequestIsSentFirstAndOnce() async throws {
        let text = """
            ### login
            # @capture id = regex /"id": "b_(\\d+)"/
            POST http://h.test/login

            {"user": "me"}

            ### next
            # @ref login
            GET http://h.test/{{id}}?user={{login.request.body.$.user}}

            ### last
            # @forceRef login
            GET http://h.test/last

            """
        let sample = try SampleRun(text) { _ in json(#"{"id": "b_42"}"#) }
        let result = try await sample.run("next")
        #expect(result.outcome == .passed)
        #expect(result.upstream.map(\.name) == ["login"])
        #expect(result.exchange?.request.target.displayText == "http://h.test/42?user=me")
        #expect(try await sample.run("last").upstream == [])
    }

    @Test func aFailedConditionNamesItsPlaceInTheContent() async throws {
        let text = """
            ### a
            # @assert jsonpath $.l[1] == 3
            # @assert jsonpath $.l count == 2
            GET http://h.test/a

            """
        let sample = try SampleRun(text) { _ in json("{\"l\": [1,\n 2]}") }
        let result = try await sample.run("a")
        #expect(result.outcome == .failed)
        #expect(result.assertions.map(\.isPassed) == [false, true])
        let failed = result.assertions[0]
        #expect(failed.finding == "expected == 3, got 2 at $['l'][1] (body 2:2)")
        #expect(failed.location == TextLocation(line: 2, column: 11))
    }
}

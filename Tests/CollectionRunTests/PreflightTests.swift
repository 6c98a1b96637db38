import ClientCore
import CollectionRun
import Collections
import HTTPModel
import Testing

/// What is resolved before a run, and kept for it.
@Suite struct PreflightTests {
    private static let text = """
        @host = http://h.test
        @page = 1

        ### plain
        # @name plain
        GET {{host}}/plain

        ### captures
        # @name captures
        # @capture page = jsonpath $.page
        GET {{host}}/captures

        ### reads
        # @name reads
        GET {{host}}/reads/{{page}}

        ### made up
        # @name madeUp
        GET {{host}}/{{$uuid}}

        ### refers
        # @name refers
        GET {{host}}/{{captures.response.body.$.page}}

        ### file
        # @name file
        POST {{host}}/file

        < missing.json

        """

    @Test func onlyARequestThatARunCannotChangeIsSettled() throws {
        let sample = try SampleRun(Self.text) { _ in json(#"{"page": "5"}"#) }
        let check = Preflight(sample.session)
        let settled = sample.file.source.requests.filter { request in
            if case .settled = check.resolve(request, in: sample.file) { return true }
            return false
        }
        #expect(settled.map(\.name) == ["plain", "captures"])
    }

    @Test func aSettledRequestIsSentAsItWasResolved() async throws {
        let sample = try SampleRun(Self.text) { _ in json(#"{"page": "5"}"#) }
        let check = Preflight(sample.session)
        let request = sample.file.source.requests[0]
        guard case .settled(let settled) = check.resolve(request, in: sample.file) else {
            Issue.record("nothing can change the request")
            return
        }
        let kept = await sample.session.run(
            settled: settled,
            as: RunResult(of: request, in: sample.file.path, outcome: .error),
            at: request.location
        )
        let fresh = await sample.session.run(request, in: sample.file)
        #expect(kept.resolved == fresh.resolved)
        #expect(kept.outcome == .passed)
        #expect(sample.transport.sent.map(\.target.path) == ["/plain", "/plain"])
    }

    @Test func aCaptureWinsOverAValueKnownBefore() async throws {
        let sample = try SampleRun(Self.text) { _ in json(#"{"page": "5"}"#) }
        _ = try await sample.run("captures")
        let result = try await sample.run("reads")
        #expect(result.resolved?.request.target.path == "/reads/5")
    }
}

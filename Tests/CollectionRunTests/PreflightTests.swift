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
            let selected = SelectedRequest(file: sample.file, request: request)
            if case .settled = check.resolve(selected) { return true }
            return false
        }
        #expect(settled.map(\.name) == ["plain", "captures"])
    }

    @Test func aSettledRequestIsSentAsItWasResolved() async throws {
        let sample = try SampleRun(Self.text) { _ in json(#"{"page": "5"}"#) }
        let check = Preflight(sample.session)
        let request = sample.file.source.requests[0]
        let selected = SelectedRequest(file: sample.file, request: request)
        guard case .settled(let settled) = check.resolve(selected) else {
            Issue.record("nothing can change the request")
            return
        }
        let kept = await sample.session.run(request, in: sample.file, resolved: settled)
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

import CollectionRun
import Explorer
import Fixtures
import HTTPModel
import Testing

@Suite struct SnapshotTests {
    private func created() -> ExplorerState {
        Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
    }

    private var prepared: PreparedSnapshot {
        var fixture = Fixture(
            .post,
            authority: "api.example.test",
            path: "/bookings",
            outcome: .success(
                HTTPResponse(
                    head: HTTPResponseHead(status: HTTPStatus(201)),
                    body: Octets(utf8: "{\n  \"token\": \"REDACTED-token-1\"\n}")
                )
            )
        )
        fixture.redactions = [Redaction(placeholder: "REDACTED-token-1", places: ["response body"])]
        return PreparedSnapshot(fixture: fixture, paths: ["Fixtures/a/POST.201.json"])
    }

    private func preview(_ state: ExplorerState) -> SnapshotPreview? {
        guard case .snapshot(let preview) = state.popup else { return nil }
        return preview
    }

    @Test func nothingIsWrittenBeforeThePreviewIsConfirmed() throws {
        var state = created()
        let effects = Sample.press("S", &state)
        let id = try #require(preview(state)?.id)
        let order = SnapshotOrder(
            result: try #require(state.record?.result),
            variant: nil,
            collection: try #require(state.collection)
        )
        #expect(effects == [.prepareSnapshot(id, order)])
        #expect(Sample.press("<Enter>", &state) == [])
        #expect(update(&state, on: .snapshotPrepared(id, prepared)) == [])
        let text = preview(state).map { SnapshotLines.lines(of: $0).map(\.text) } ?? []
        #expect(text.contains("  REDACTED-token-1  in response body"))
        #expect(text.contains("- \"token\": \"•••\""))
        #expect(text.contains("+ \"token\": \"REDACTED-token-1\""))
        #expect(Sample.press("<Enter>", &state) == [.saveSnapshot(id, prepared.fixture)])
        #expect(Sample.press("<Enter>", &state) == [])
        let paths = ["Fixtures/a/POST.201.json", "Fixtures/a/POST.201.meta.json"]
        _ = update(&state, on: .snapshotSaved(id, paths: paths))
        #expect(state.popup == nil)
        #expect(state.record?.snapshot == SnapshotRecord(paths: paths, standing: .saved))
    }

    @Test func whatIsWrittenAfterThePreviewWasLeftIsNoted() throws {
        var state = created()
        Sample.press("S", &state)
        let id = try #require(preview(state)?.id)
        _ = update(&state, on: .snapshotPrepared(id, prepared))
        Sample.press("<Enter>", &state)
        Sample.press("<Esc>", &state)
        #expect(state.popup == nil)
        _ = update(&state, on: .snapshotSaved(id, paths: ["Fixtures/a"]))
        #expect(state.record?.snapshot?.standing == .saved)
        // A later answer is another one.
        guard case .send(let exchange, _)? = update(&state, on: .command(.send)).last,
            var result = state.record?.result
        else { return }
        result.name = "newer"
        _ = update(&state, on: .exchangeFinished(exchange, result, nil))
        #expect(state.record?.snapshot == SnapshotRecord(paths: ["Fixtures/a"], standing: .earlier))
    }

    @Test func aPreviewThatWasLeftIgnoresWhatComesLate() throws {
        var state = created()
        Sample.press("S", &state)
        let id = try #require(preview(state)?.id)
        Sample.press("<Esc>", &state)
        _ = update(&state, on: .snapshotPrepared(id, prepared))
        #expect(state.popup == nil)
    }

    @Test func aVariantIsNamedFromThePreview() throws {
        var state = created()
        Sample.press("S", &state)
        let first = try #require(preview(state)?.id)
        let effects = Sample.press("vempty<Enter>", &state)
        let second = try #require(preview(state)?.id)
        #expect(first != second)
        guard case .prepareSnapshot(second, let order)? = effects.last else {
            Issue.record("nothing was prepared")
            return
        }
        #expect(order.variant == "empty")
    }

    @Test func aFailureIsToldInThePreview() throws {
        var state = created()
        Sample.press("S", &state)
        let id = try #require(preview(state)?.id)
        _ = update(&state, on: .snapshotFailed(id, reason: "cannot write: Permission denied"))
        #expect(preview(state)?.problem == "cannot write: Permission denied")
    }

    @Test func withoutAResponseThereIsNoSnapshot() {
        var state = Sample.state()
        #expect(Sample.press("S", &state) == [])
        #expect(state.notice?.kind == .problem)
    }
}

import Collections
import Explorer
import Files
import HTTPModel
import Screen
import Testing

@Suite struct SavingTests {
    private let path = "bookings.http"

    private func edited() -> ExplorerState {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("mput<Enter>", &state)
        return state
    }

    private func bytes(_ state: ExplorerState) -> Octets {
        state.file(at: path)?.source.bytes ?? Octets()
    }

    private func saveEffect(_ state: ExplorerState) -> Effect {
        .saveFile(
            SaveOrder(
                path: path,
                absolutePath: "/samples/\(path)",
                bytes: bytes(state),
                expected: state.file(at: path)?.stamp
            )
        )
    }

    private var forget: Effect {
        .writeJournal(path: path, absolutePath: "/samples/\(path)", nil)
    }

    @Test func anEditedFileIsUnsaved() {
        let state = edited()
        #expect(state.unsavedFiles.map(\.path) == ["bookings.http"])
    }

    @Test func savingWritesTheBytesOfTheFile() {
        var state = edited()
        #expect(Sample.press("w", &state) == [saveEffect(state)])
        #expect(state.isUnsaved(path))
        #expect(update(&state, on: .fileSaved(path: path, bytes(state), nil)) == [forget])
        #expect(!state.isUnsaved(path))
        #expect(state.notice == Notice(.success, "Saved bookings.http."))
        #expect(Sample.press("w", &state) == [])
        #expect(state.notice?.kind == .problem)
    }

    @Test func theEditsOfAFileOfAnotherToolAreSavedBesideIt() throws {
        var state = edited()
        let index = try #require(state.collection?.files.firstIndex { $0.path == path })
        state.collection?.files[index].format = "Postman collection"
        state.collection?.files[index].absolutePath = "/samples/shop.http"
        Sample.press("w", &state)
        _ = update(&state, on: .fileSaved(path: path, bytes(state), nil))
        #expect(
            state.notice
                == Notice(.success, "Saved shop.http beside bookings.http, which stays as it is.")
        )
    }

    @Test func aFailedSaveKeepsTheEdits() {
        var state = edited()
        Sample.press("w", &state)
        _ = update(&state, on: .fileSaveFailed(path: path, reason: "No space left on device"))
        #expect(state.isUnsaved(path))
        #expect(state.notice?.text.contains("No space left on device") == true)
    }

    @Test func quittingAsksWhenSomethingIsUnsaved() {
        var clean = Sample.state()
        #expect(Sample.press("q", &clean) == [.quit])

        var state = edited()
        #expect(Sample.press("q", &state) == [])
        #expect(state.popup != nil)
        #expect(Sample.press("<Esc>", &state) == [])
        #expect(state.popup == nil)

        Sample.press("q", &state)
        #expect(Sample.press("d", &state) == [forget, .quit])
    }

    @Test func savingAndQuittingWaitsForTheFile() {
        var state = edited()
        #expect(Sample.press("qs", &state) == [saveEffect(state)])
        #expect(state.isQuitting)
        #expect(update(&state, on: .fileSaved(path: path, bytes(state), nil)) == [forget, .quit])
    }

    @Test func aFailedSaveKeepsTheProgramOpen() {
        var state = edited()
        Sample.press("qs", &state)
        _ = update(&state, on: .fileSaveFailed(path: path, reason: "Permission denied"))
        #expect(!state.isQuitting)
    }

    @Test func anOutsideChangeOfAnUneditedFileIsTakenOver() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        let disk = Octets(utf8: "GET http://new.test/\n")
        _ = update(&state, on: .fileChangedOutside(path: path, disk, nil))
        #expect(bytes(state) == disk)
        #expect(state.popup == nil)
    }

    @Test func anOutsideChangeOfAnEditedFileIsAQuestion() {
        let disk = Octets(utf8: "GET http://new.test/\n")
        var state = edited()
        let mine = bytes(state)
        _ = update(&state, on: .fileChangedOutside(path: path, disk, nil))
        #expect(bytes(state) == mine)

        var later = state
        #expect(Sample.press("c", &later) == [])
        #expect(bytes(later) == mine)
        #expect(later.isUnsaved(path))

        var keep = state
        #expect(Sample.press("k", &keep) == [saveEffect(keep)])

        var reload = state
        #expect(Sample.press("r", &reload) == [forget])
        #expect(bytes(reload) == disk)
        #expect(!reload.isUnsaved(path))
    }

    @Test func reloadingAsksBeforeEditsAreLost() {
        var state = edited()
        #expect(update(&state, on: .command(.reloadFile)) == [])
        #expect(Sample.press("<Enter>", &state) == [])
        _ = update(&state, on: .command(.reloadFile))
        #expect(
            Sample.press("r", &state) == [
                .reloadFile(path: path, absolutePath: "/samples/\(path)")
            ]
        )
    }

    @Test func editsFromLastTimeAreOfferedAndCanBeTakenBack() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        let before = bytes(state)
        let draft = Octets(utf8: Sample.bookings.replacingFirst("GET", with: "HEAD"))
        let loaded = LoadedCollection(
            Sample.collection,
            drafts: [RecoveredDraft(path: path, bytes: draft)]
        )
        _ = update(&state, on: .collectionLoaded(loaded))
        Sample.press("t", &state)
        #expect(bytes(state) == draft)
        #expect(state.isUnsaved(path))
        Sample.press("u", &state)
        #expect(bytes(state) == before)
    }

    @Test func aCollectionIsNeverShownBeforeTheQuestionAboutItsDrafts() {
        var state = ExplorerState(path: "samples", size: Size(rows: 24, columns: 80))
        let draft = Octets(utf8: Sample.bookings.replacingFirst("GET", with: "HEAD"))
        let loaded = LoadedCollection(
            Sample.collection,
            drafts: [RecoveredDraft(path: path, bytes: draft)]
        )
        _ = update(&state, on: .collectionLoaded(loaded))
        guard case .dialog(let dialog)? = state.popup, case .recover = dialog.subject else {
            Issue.record("nothing is asked")
            return
        }
    }

    @Test func readingTheCollectionAgainKeepsUnsavedEdits() {
        var state = edited()
        let mine = bytes(state)
        #expect(Sample.press("R", &state) == [.loadCollection(path: "samples")])
        _ = update(&state, on: .collectionLoaded(LoadedCollection(Sample.collection)))
        #expect(bytes(state) == mine)
        #expect(state.isUnsaved(path))
        #expect(state.request.key == Sample.listKey)
    }
}

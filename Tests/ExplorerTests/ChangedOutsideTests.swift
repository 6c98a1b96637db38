import Collections
import Explorer
import Files
import HTTPModel
import Testing

/// What other programs change in the folders of the collection.
@Suite struct ChangedOutsideTests {
    private let path = "bookings.http"
    private let stamp = FileStamp(modificationNanoseconds: 2, byteCount: 9, inode: 3)

    /// The sample collection as it is on disk after a change.
    private func changed(
        _ change: (inout RequestCollection) throws -> Void
    ) rethrows -> Message {
        var collection = Sample.collection
        try change(&collection)
        return .collectionChangedOutside(LoadedCollection(collection))
    }

    private func writing(_ text: String, to path: String) -> Message {
        changed { collection in
            for index in collection.files.indices where collection.files[index].path == path {
                collection.files[index].source = HTTPFile(Octets(utf8: text), path: path)
                collection.files[index].stamp = stamp
            }
        }
    }

    private func text(_ state: ExplorerState, _ path: String) -> String {
        state.file(at: path)?.source.bytes.text ?? ""
    }

    private func edited() -> ExplorerState {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("mput<Enter>", &state)
        return state
    }

    /// Makes the file one of another tool, whose edits are saved beside it.
    private func makeForeign(_ collection: inout RequestCollection) {
        for index in collection.files.indices where collection.files[index].path == path {
            collection.files[index].format = "Postman collection"
            collection.files[index].absolutePath = "/samples/shop.http"
        }
    }

    /// The same in a state, as if it had been read so.
    private func makeForeign(_ state: inout ExplorerState) {
        guard var collection = state.collection else { return }
        makeForeign(&collection)
        state.collection = collection
    }

    /// The file of the question on the screen.
    private func question(_ state: ExplorerState) -> String? {
        guard case .dialog(let dialog)? = state.popup,
            case .changedOutside(let path, _, _) = dialog.subject
        else { return nil }
        return path
    }

    @Test func aFileWithoutEditsIsTakenOver() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        let more = "### New\nGET {{base}}/new\n\n" + Sample.bookings
        _ = update(&state, on: writing(more, to: path))
        #expect(text(state, path) == more)
        #expect(state.file(at: path)?.stamp == stamp)
        #expect(state.notice?.text == "bookings.http changed on disk and was read again.")
        #expect(state.openRequest?.name == "create", "the open request moved down and stays open")
        #expect(question(state) == nil)
    }

    @Test func unsavedEditsStayAndTheQuestionComesOnce() {
        var state = edited()
        let mine = text(state, path)
        let message = writing("GET {{base}}/theirs\n", to: path)
        _ = update(&state, on: message)
        #expect(question(state) == path)
        #expect(text(state, path) == mine)
        Sample.press("c", &state)
        #expect(question(state) == nil)
        _ = update(&state, on: message)
        #expect(question(state) == nil, "nothing new happened to the file")
        #expect(state.isUnsaved(path))
        #expect(state.file(at: path)?.stamp != stamp, "a save still finds the other's change")
    }

    @Test func theirsTakesTheirsAndMineIsWrittenOverIt() {
        var state = edited()
        let mine = text(state, path)
        _ = update(&state, on: writing("GET {{base}}/theirs\n", to: path))
        var other = state
        Sample.press("r", &other)
        #expect(text(other, path) == "GET {{base}}/theirs\n")
        #expect(!other.isUnsaved(path))
        let effects = Sample.press("k", &state)
        #expect(
            effects == [
                .saveFile(
                    SaveOrder(
                        path: path,
                        absolutePath: "/samples/\(path)",
                        bytes: Octets(utf8: mine),
                        expected: stamp
                    )
                )
            ]
        )
    }

    @Test func aFieldBeingTypedIsAnEdit() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("2aX-New", &state)
        #expect(state.request.editing != nil)
        _ = update(&state, on: writing("GET {{base}}/theirs\n", to: path))
        #expect(question(state) == path)
        #expect(text(state, path) == Sample.bookings)
    }

    @Test func ownSavesAreNoNews() {
        var state = edited()
        Sample.press("w", &state)
        let mine = text(state, path)
        _ = update(&state, on: writing(mine, to: path))
        #expect(question(state) == nil)
        #expect(!state.isUnsaved(path))
        #expect(state.file(at: path)?.stamp == stamp)
    }

    @Test func filesThatComeAndGoAreListed() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        _ = update(
            &state,
            on: changed { collection in
                collection.files.removeAll { $0.path == "animals/dogs.http" }
                collection.files.append(Sample.file("cats.http", "### Cats\nGET {{base}}/cats\n"))
            }
        )
        #expect(state.treeRows.contains { $0.title == "cats.http" })
        #expect(!state.treeRows.contains { $0.title == "dogs.http" })
        #expect(state.notice?.text == "2 files changed on disk and were read again.")
    }

    @Test func aRemovedFileWithEditsStaysUntilAnswered() {
        var state = edited()
        _ = update(&state, on: changed { $0.files.removeAll { $0.path == path } })
        #expect(question(state) == path)
        #expect(state.isUnsaved(path))
        #expect(state.openRequest?.method == "PUT")
    }

    @Test func anotherProgramsFileOfTheNameBesideIsNamed() {
        var state = edited()
        makeForeign(&state)
        Sample.press("w", &state)
        _ = update(
            &state,
            on: .fileChangedOutside(path: path, Octets(utf8: "GET http://other\n"), stamp)
        )
        guard case .dialog(let dialog)? = state.popup else {
            Issue.record("no question")
            return
        }
        #expect(dialog.title == "shop.http is there already")
        #expect(dialog.answers.map(\.title) == ["Replace shop.http", "Decide later"])
    }

    @Test func editsSavedBesideAFileOfAnotherToolAreFollowed() {
        var state = edited()
        makeForeign(&state)
        let mine = state.file(at: path)?.source ?? HTTPFile(Octets(), path: path)
        Sample.press("w", &state)
        _ = update(&state, on: .fileSaved(path: path, mine.bytes, stamp))
        _ = update(
            &state,
            on: changed { collection in
                makeForeign(&collection)
                collection.files.append(Sample.file("shop.http", mine.bytes.text))
            }
        )
        #expect(state.request.key == RequestKey(file: "shop.http", index: 0))
        #expect(text(state, path) == Sample.bookings)
        #expect(state.notice?.text == "Saved shop.http beside bookings.http, which stays as it is.")
    }
}

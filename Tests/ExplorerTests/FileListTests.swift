import Collections
import Explorer
import Files
import HTTPModel
import Screen
import Testing

@Suite struct FileListTests {
    @Test func theFileOfABodyIsInspectedEachTimeItComesIntoSight() {
        let file = Sample.file("form.http", "### Form\nPOST http://x.test/\n\n< a.png\n")
        let collection = RequestCollection(root: "/samples", name: "samples", files: [file])
        var state = ExplorerState(path: "samples", size: Size(rows: 24, columns: 80))
        _ = update(&state, on: .collectionLoaded(LoadedCollection(collection)))
        state.focus = .request
        #expect(Sample.press("3", &state) == [.inspectFile("/samples/a.png")])
        let facts = FileFacts(byteCount: 20_480, kind: "PNG image")
        _ = update(&state, on: .fileInspected(path: "/samples/a.png", facts))
        #expect(Sample.press("k", &state) == [])
        #expect(Sample.press("2", &state) == [])
        #expect(Sample.press("3", &state) == [.inspectFile("/samples/a.png")])
    }

    private func names(_ state: ExplorerState, _ path: String = "bookings.http") -> [String] {
        state.file(at: path)?.source.requests.map(\.name) ?? []
    }

    @Test func aRequestMovesInItsFile() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        Sample.press("J", &state)
        #expect(names(state) == ["create", "list"])
        #expect(state.openRequest?.name == "list")
        Sample.press("K", &state)
        #expect(names(state) == ["list", "create"])
    }

    @Test func aRequestMovesToAnotherFile() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        Sample.press("Mdogs<Enter>", &state)
        #expect(names(state) == ["create"])
        #expect(names(state, "animals/dogs.http") == ["breeds", "missing", "list"])
        #expect(state.openRequest?.name == "list")
        #expect(state.unsavedFiles.map(\.path) == ["animals/dogs.http", "bookings.http"])
    }

    @Test func aNewFileIsWrittenAtOnce() throws {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        let effects = Sample.press("Ausers<Enter>", &state)
        guard case .saveFile(let order)? = effects.first else {
            Issue.record("nothing was written")
            return
        }
        #expect(order.path == "users.http")
        #expect(order.absolutePath == "/samples/users.http")
        #expect(order.expected == nil)
        #expect(state.openRequest?.name == "users")
        #expect(state.collection?.files.map(\.path).last == "users.http")
    }

    @Test(arguments: ["bookings", "../x", "/etc/x", "sub/"])
    func aFileNeedsAPathOfItsOwn(_ path: String) {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        #expect(Sample.press("A<C-u>\(path)<Enter>", &state) == [])
        guard case .input(let input)? = state.popup else {
            Issue.record("the input is gone")
            return
        }
        #expect(input.problem != nil)
    }

    @Test func aFileIsDeletedAfterAQuestion() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        Sample.press("k", &state)
        #expect(state.selectedTreeRow?.kind == .file("bookings.http"))
        #expect(Sample.press("d<Enter>", &state) == [])
        #expect(state.file(at: "bookings.http") != nil)
        let effects = Sample.press("dx", &state)
        #expect(
            effects == [
                .deleteFile(
                    path: "bookings.http",
                    absolutePath: "/samples/bookings.http",
                    expected: nil
                )
            ]
        )
        #expect(Command.runTag.reasonUnavailable(in: state) == nil)
        _ = update(&state, on: .fileDeleted(path: "bookings.http"))
        #expect(Command.runTag.reasonUnavailable(in: state) == "no request has a tag")
        #expect(state.file(at: "bookings.http") == nil)
        #expect(state.request.key?.file != "bookings.http")
    }

    @Test func theDifferenceIsSeenBeforeDeciding() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("mput<Enter>", &state)
        let theirs = Sample.bookings.replacingFirst("page=1", with: "page=2")
        let message = Message.fileChangedOutside(path: "bookings.http", Octets(utf8: theirs), nil)
        _ = update(&state, on: message)
        Sample.press("d", &state)
        guard case .reading(let reading)? = state.popup else {
            Issue.record("no difference")
            return
        }
        let lines = reading.lines.map(\.text)
        #expect(lines.contains("- GET {{base}}/bookings?page=2&limit=20"))
        #expect(lines.contains("+ PUT {{base}}/bookings?page=1&limit=20"))
        Sample.press("<Esc>", &state)
        guard case .dialog(let dialog)? = state.popup else {
            Issue.record("the question is gone")
            return
        }
        #expect(dialog.answers.map(\.key) == ["k", "r", "d", "c"])
        Sample.press("r", &state)
        #expect(state.openRequest?.url.hasSuffix("page=2&limit=20") == true)
        #expect(state.openRequest?.method == "GET")
    }
}

@Suite struct PasteTests {
    private let pasted = PastedRequest(
        text: "### curl\nPOST http://x.test/a\nX-A: 1\n\nbody\n"
    )

    @Test func curlPastedIntoTheURLBecomesTheRequest() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("e", &state)
        let effects = update(&state, on: .input(.paste("curl -d body http://x.test/a\n")))
        guard case .readPaste(let id, _)? = effects.first else {
            Issue.record("the paste is not read")
            return
        }
        _ = update(&state, on: .pasteRead(WorkID(rawValue: 999), pasted))
        #expect(state.popup == nil)
        _ = update(&state, on: .pasteRead(id, pasted))
        Sample.press("r", &state)
        #expect(state.openRequest?.name == "create")
        #expect(state.openRequest?.method == "POST")
        #expect(state.openRequest?.url == "http://x.test/a")
        #expect(state.openRequest?.fields.map(\.name) == ["X-A"])
        #expect(state.openRequest?.body == .text("body"))
        Sample.press("u", &state)
        #expect(state.openRequest?.fields.count == 2)
    }

    @Test func curlPastedOutsideOfTextsBecomesANewRequest() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        let effects = update(&state, on: .input(.paste("curl http://x.test/a")))
        guard case .readPaste(let id, _)? = effects.first else {
            Issue.record("the paste is not read")
            return
        }
        _ = update(&state, on: .pasteRead(id, pasted))
        Sample.press("n", &state)
        let names = state.file(at: "bookings.http")?.source.requests.map(\.name)
        #expect(names == ["list", "curl", "create"])
    }

    @Test func aURLPastedOutsideOfTextsIsOffered() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        #expect(update(&state, on: .input(.paste("https://x.test/a?b=1\n"))) == [])
        Sample.press("n", &state)
        #expect(state.openRequest?.url == "https://x.test/a?b=1")
    }

    @Test func whatIsNoCurlCommandGoesIntoTheURL() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("e<C-u>", &state)
        let effects = update(&state, on: .input(.paste("curl --what")))
        guard case .readPaste(let id, _)? = effects.first else { return }
        let failed = PastedRequest(text: "", problem: "it names no URL")
        _ = update(&state, on: .pasteRead(id, failed))
        #expect(state.request.editing?.buffer.text == "curl --what")
        #expect(state.notice?.kind == .problem)
    }
}

import Collections
import Explorer
import HTTPModel
import Screen
import Testing

@Suite struct RequestTextTests {
    private func text(_ state: ExplorerState, _ path: String = "bookings.http") -> String {
        state.file(at: path)?.source.bytes.text ?? ""
    }

    @Test func theWholeBlockIsEditedAsText() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("r", &state)
        #expect(state.request.editing?.subject == .requestText)
        #expect(state.request.editing?.buffer.lines[0].text == "### Create a booking")
        // The caret stands on the request line.
        Sample.press("<Right><Right><Right><Right><BS><BS><BS><BS>PUT<Esc>", &state)
        #expect(state.openRequest?.method == "PUT")
        #expect(text(state).contains("# @tag smoke\n"))
    }

    @Test func textThatIsNoRequestStaysOpenAndComesBack() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        let before = text(state)
        Sample.press("r<A-a>", &state)
        _ = update(&state, on: .input(.paste("nothing to send")))
        Sample.press("<Esc>", &state)
        #expect(state.request.editing?.problem?.contains("Esc again gives the change up") == true)
        #expect(state.request.editing?.fault != nil)
        Sample.press("<Esc>", &state)
        #expect(text(state) == before)
        Sample.press("r<A-a><A-v>", &state)
        #expect(state.request.editing?.buffer.text == "nothing to send")
    }

    @Test func aFaultIsToldWithLineAndColumnAndTheTextIsKept() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("r<A-lt><End><Enter># @timeout soon", &state)
        #expect(state.request.editing?.fault?.hasPrefix("2:12: @timeout takes") == true)
        Sample.press("<Esc>", &state)
        #expect(text(state).contains("# @timeout soon\n"))
        #expect(state.notice?.text.hasPrefix("Kept, but not fit to be sent: 2:12:") == true)
    }

    @Test func aSecondRequestMayBeTypedInIt() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("r<A->>", &state)
        _ = update(&state, on: .input(.paste("### Another\nGET http://x.test/\n\n")))
        Sample.press("<Esc>", &state)
        let names = state.file(at: "bookings.http")?.source.requests.map(\.name)
        #expect(names == ["list", "Another", "create"])
    }

    @Test func whatIsTypedInAnEditorIsInTheJournal() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        let effects = Sample.press("3e<Down><End>x", &state)
        guard case .writeJournal("bookings.http", _, let bytes?)? = effects.last else {
            Issue.record("no journal")
            return
        }
        #expect(bytes.text.contains("\"room\": 12,x\n"))
        // Text that cannot be read is kept too.
        Sample.press("<Esc>r<A-a>", &state)
        let broken = update(&state, on: .input(.paste("half a thought")))
        guard case .writeJournal(_, _, let kept?)? = broken.last else {
            Issue.record("no journal")
            return
        }
        #expect(kept.text.hasSuffix("half a thought"))
        // Given up, the journal holds the edits that were kept before.
        let left = Sample.press("<Esc><Esc>", &state)
        let present = state.file(at: "bookings.http")?.source.bytes
        #expect(
            left.last
                == .writeJournal(
                    path: "bookings.http",
                    absolutePath: "/samples/bookings.http",
                    present
                )
        )
    }

    @Test func otherProgramsGetTheTextOrTheFileAtTheRightLine() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        guard case .editExternally(let id, let block, "http", 6)? = Sample.press("V", &state).first
        else {
            Issue.record("no edit")
            return
        }
        #expect(block.hasPrefix("### Create a booking\n"))
        let changed = block.replacingFirst("POST", with: "PATCH")
        _ = update(&state, on: .externalEditFinished(id, changed))
        #expect(state.openRequest?.method == "PATCH")
        state.focus = .tree
        guard
            case .editExternally(let file, let whole, "http", 11)? = Sample.press("v", &state).first
        else {
            Issue.record("no edit of the file")
            return
        }
        #expect(whole == text(state))
        _ = update(&state, on: .externalEditFinished(file, "GET http://x.test/\n"))
        #expect(state.file(at: "bookings.http")?.source.requests.count == 1)
        Sample.press("u", &state)
        #expect(text(state) == whole)
    }

    @Test func refusedTextOfAnotherProgramIsNotLost() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        guard case .editExternally(let id, _, _, _)? = Sample.press("V", &state).first else {
            Issue.record("no edit")
            return
        }
        _ = update(&state, on: .externalEditFinished(id, "oops"))
        #expect(state.request.editing?.buffer.text == "oops")
        #expect(state.request.editing?.problem != nil)
    }
}

@Suite struct OptionAndTestRowsTests {
    private func row(_ state: ExplorerState, _ name: String) -> Int? {
        state.requestRows.firstIndex { $0.name == name }
    }

    private func go(to name: String, _ state: inout ExplorerState) {
        for _ in 0..<(row(state, name) ?? 0) { Sample.press("j", &state) }
    }

    @Test func everyOptionIsExplained() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("5", &state)
        #expect(state.requestRows.count >= 24)
        for row in state.requestRows { #expect(row.help.hasSuffix("."), "\(row.name)") }
        #expect(state.requestAdvice.first?.text.hasPrefix("Limit on the whole exchange") == true)
    }

    @Test func theVersionStandsBehindTheURL() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("5", &state)
        go(to: "HTTP version", &state)
        Sample.press("<Enter>http/2<Enter>", &state)
        let text = state.file(at: "bookings.http")?.source.bytes.text ?? ""
        #expect(text.contains("POST {{base}}/bookings HTTP/2\n"))
        Sample.press("d", &state)
        #expect(state.openRequest?.settings.version == nil)
    }

    @Test func optionsThatMayStandSeveralTimes() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("5", &state)
        go(to: "Resolve", &state)
        Sample.press("<Enter>a.test:80:127.0.0.1<Enter>", &state)
        Sample.press("ab.test:80:127.0.0.1<Enter>", &state)
        #expect(
            state.openRequest?.settings.resolve == ["a.test:80:127.0.0.1", "b.test:80:127.0.0.1"]
        )
        Sample.press("d", &state)
        #expect(state.openRequest?.settings.resolve == ["b.test:80:127.0.0.1"])
    }

    @Test func aPassphraseIsNotShown() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("5", &state)
        go(to: "Passphrase", &state)
        Sample.press("<Enter>hunter2<Enter>", &state)
        #expect(state.requestRows[row(state, "Passphrase") ?? 0].value == "••••••••")
    }

    @Test func conditionsAndCapturesAreEditedWithTheirResults() {
        var state = Sample.received(Sample.createKey) { Sample.judged(of: $0, in: $1) }
        state.focus = .request
        Sample.press("7", &state)
        #expect(state.requestRows[0].value == "status == 201")
        #expect(state.requestRows[0].outcome?.text == "✓")
        Sample.press("<Enter><BS>0<Enter>", &state)
        #expect(state.openRequest?.assertions.map(\.text) == ["status == 200"])
        Sample.press("aduration <lt> 500<Enter>", &state)
        #expect(state.openRequest?.assertions.map(\.text) == ["status == 200", "duration < 500"])
        Sample.press("G<Enter>id = jsonpath $.id<Enter>", &state)
        #expect(state.openRequest?.captures.map(\.name) == ["id"])
    }

    @Test func aConditionThatIsNoneIsRefusedWithItsReason() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("7astatus ==<Enter>", &state)
        #expect(state.request.editing?.problem != nil)
        #expect(state.openRequest?.assertions.count == 1)
    }

    @Test func rowsAreMovedAndCopied() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("2J", &state)
        #expect(state.openRequest?.fields.map(\.name) == ["X-Trace", "Content-Type"])
        #expect(state.request.scroll.row == 1)
        Sample.press("KtD", &state)
        #expect(
            state.openRequest?.fields.map(\.name) == ["Content-Type", "Content-Type", "X-Trace"]
        )
        #expect(state.openRequest?.fields.map(\.isEnabled) == [false, false, true])
        Sample.press("uuuu", &state)
        #expect(!state.isUnsaved("bookings.http"))
    }
}

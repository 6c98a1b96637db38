import Explorer
import ExplorerRender
import HTTPModel
import Screen
import Testing

/// The request pane while it is edited, at two sizes.
@Suite struct RequestScreenTests {
    private static let sizes: [(name: String, size: Size)] = [
        ("80x24", Size(rows: 24, columns: 80)), ("120x40", Size(rows: 40, columns: 120)),
    ]

    private func state(_ key: RequestKey, _ size: Size) -> ExplorerState {
        Sample.state(open: key, focus: .request, rows: size.rows, columns: size.columns)
    }

    @Test(arguments: sizes)
    func theTextOfARequest(_ name: String, _ size: Size) throws {
        var state = state(Sample.createKey, size)
        Sample.press("r<A-s><Down><Down>", &state)
        try GoldenScreen.expect(state, "request-text-\(name)")
    }

    @Test(arguments: sizes)
    func suggestionsForAVariable(_ name: String, _ size: Size) throws {
        var state = state(Sample.listKey, size)
        Sample.press("e<C-u>{{<Down>", &state)
        try GoldenScreen.expect(state, "suggestions-variable-\(name)")
    }

    @Test(arguments: sizes)
    func suggestionsForAFieldName(_ name: String, _ size: Size) throws {
        var state = state(Sample.createKey, size)
        Sample.press("2aAcc", &state)
        try GoldenScreen.expect(state, "suggestions-field-\(name)")
    }

    @Test(arguments: sizes)
    func aFaultInTheBody(_ name: String, _ size: Size) throws {
        var state = state(Sample.createKey, size)
        Sample.press("3e<Down><End><BS>;<S-Home>", &state)
        try GoldenScreen.expect(state, "body-fault-\(name)")
    }

    @Test(arguments: sizes)
    func conditionsWithTheirResults(_ name: String, _ size: Size) throws {
        var state = Sample.received(
            Sample.createKey,
            rows: size.rows,
            columns: size.columns
        ) { Sample.judged(of: $0, in: $1) }
        state.focus = .request
        Sample.press("7", &state)
        try GoldenScreen.expect(state, "request-tests-\(name)")
    }

    @Test(arguments: sizes)
    func allOptions(_ name: String, _ size: Size) throws {
        var state = state(Sample.createKey, size)
        Sample.press("5G", &state)
        try GoldenScreen.expect(state, "request-options-end-\(name)")
    }

    @Test func tabsAndWideCharactersInTheEditor() throws {
        var state = state(Sample.createKey, Size(rows: 24, columns: 80))
        Sample.press("3e<A-a>", &state)
        let text = "\ta\n漢字\tb\n👩‍👩‍👧 e\u{301}\t\u{200B}c\nשלום\td"
        _ = update(&state, on: .input(.paste(text)))
        Sample.press("<Up><End><S-Left><S-Left>", &state)
        try GoldenScreen.expect(state, "body-wide")
    }

    @Test func aFileThatChangedOutside() throws {
        var state = state(Sample.listKey, Size(rows: 24, columns: 80))
        Sample.press("mput<Enter>", &state)
        let theirs = Octets(utf8: Sample.bookings.replacing("page=1", with: "page=2"))
        _ = update(&state, on: .fileChangedOutside(path: "bookings.http", theirs, nil))
        try GoldenScreen.expect(state, "popup-changed-outside")
        Sample.press("d", &state)
        try GoldenScreen.expect(state, "popup-difference")
    }

    @Test func aPastedRequest() throws {
        var state = state(Sample.listKey, Size(rows: 24, columns: 80))
        _ = update(&state, on: .input(.paste("https://x.test/a?b=1\n")))
        try GoldenScreen.expect(state, "popup-pasted")
    }
}

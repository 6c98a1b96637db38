import Collections
import Explorer
import ExplorerRender
import HTTPModel
import Screen
import Testing

/// Text of other scripts in the tree and in the editor: columns line up, and the cursor is on its cell.
@Suite struct UnicodeScreenTests {
    private static let sizes: [(name: String, size: Size)] = [
        ("80x24", Size(rows: 24, columns: 80)), ("120x40", Size(rows: 40, columns: 120)),
        ("minimum", Layout.minimum),
    ]

    private static let text = """
        ### 予約の一覧
        GET http://h/予約?名=鈴木
        X-Wide: ｗｉｄｅ 한국

        ### 👩‍👩‍👧 families 👍🏽 🇯🇵
        GET http://h/1

        ### e\u{301}te\u{301} a\u{323}\u{308} क्षि
        GET http://h/2

        ### שלום مرحبا
        GET http://h/3

        ### tab\there
        POST http://h/4

        鈴木 한국 ｗｉｄｅ|
        👩‍👩‍👧 👍🏽 🇯🇵 ☂️|
        e\u{301} a\u{323}\u{308} क्षि|
        שלום مرحبا|
        \ta\tbc\td|
        a\u{202E}b\u{200B}c\u{1B}[2J|

        """

    private func state(open index: Int, _ focus: Pane, _ size: Size) throws -> ExplorerState {
        var state = ExplorerState(path: "samples", size: size)
        let collection = RequestCollection(
            root: "/samples",
            name: "見本 👍🏽",
            files: [Sample.file("日本/予約.http", Self.text)]
        )
        _ = update(&state, on: .collectionLoaded(LoadedCollection(collection)))
        let key = RequestKey(file: "日本/予約.http", index: index)
        let row = state.treeRows.firstIndex { row in
            if case .request(key, _) = row.kind { true } else { false }
        }
        for _ in 0..<20 where state.tree.scroll.row != row {
            _ = update(&state, on: .command(.moveDown))
        }
        state.focus = focus
        return state
    }

    @Test(arguments: sizes)
    func namesInTheTree(_ name: String, _ size: Size) throws {
        try GoldenScreen.expect(try state(open: 2, .tree, size), "unicode-tree-\(name)")
    }

    @Test(arguments: sizes)
    func fieldsOfARequest(_ name: String, _ size: Size) throws {
        var state = try state(open: 0, .request, size)
        Sample.press("2", &state)
        try GoldenScreen.expect(state, "unicode-headers-\(name)")
    }

    @Test(arguments: sizes)
    func textInTheEditor(_ name: String, _ size: Size) throws {
        var state = try state(open: 4, .request, size)
        Sample.press("3e<Down><Down><End>", &state)
        try GoldenScreen.expect(state, "unicode-editor-\(name)")
    }
}

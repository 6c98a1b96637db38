import Collections
import Explorer
import ExplorerRender
import Files
import HTTPModel
import Screen
import Testing

/// Bodies as tables, and files to pick, at two sizes.
@Suite struct FormScreenTests {
    private static let sizes: [(name: String, size: Size)] = [
        ("80x24", Size(rows: 24, columns: 80)), ("120x40", Size(rows: 40, columns: 120)),
    ]

    private func state(
        _ type: String,
        _ head: String,
        _ body: String,
        _ size: Size
    ) -> ExplorerState {
        let text = "### Form\n\(head)POST http://x.test/\nContent-Type: \(type)\n\n\(body)\n"
        let file = Sample.file("form.http", text)
        let collection = RequestCollection(root: "/samples", name: "samples", files: [file])
        var state = ExplorerState(path: "samples", size: size)
        _ = update(&state, on: .collectionLoaded(LoadedCollection(collection)))
        state.focus = .request
        Sample.press("3", &state)
        return state
    }

    private let parts = """
        --b
        Content-Disposition: form-data; name="title"

        Zoë
        and Ada
        --b
        Content-Disposition: form-data; name="photo"; filename="a.png"
        Content-Type: image/png

        < ./a.png
        --b--
        """

    @Test(arguments: sizes)
    func aMultipartForm(_ name: String, _ size: Size) throws {
        let type = "multipart/form-data; boundary=b"
        var state = state(type, "# @form-off note=x%20y\n", parts, size)
        Sample.press("jj", &state)
        try GoldenScreen.expect(state, "body-multipart-\(name)")
    }

    @Test(arguments: sizes)
    func aRowThatIsAddedToAForm(_ name: String, _ size: Size) throws {
        var state = state("application/x-www-form-urlencoded", "", "a=1&b=x%20y", size)
        Sample.press("ac<Tab>{{base", &state)
        try GoldenScreen.expect(state, "body-form-\(name)")
    }

    @Test(arguments: sizes)
    func aGraphQLQuery(_ name: String, _ size: Size) throws {
        let body = "query Q($id: ID!) {\n  dog(id: $id) { name }\n}\n\n{\"id\": 7}"
        var state = state("application/json", "# @graphql\n", body, size)
        Sample.press("jj", &state)
        try GoldenScreen.expect(state, "body-graphql-\(name)")
    }

    @Test(arguments: sizes)
    func filesToPick(_ name: String, _ size: Size) throws {
        var state = state("image/png", "", "< a.png", size)
        let facts = FileFacts(byteCount: 20_480, kind: "PNG image")
        _ = update(&state, on: .fileInspected(path: "/samples/a.png", facts))
        try GoldenScreen.expect(state, "body-file-\(name)")
        Sample.press("f", &state)
        let entries = [
            DirectoryEntry(name: "pictures", isDirectory: true),
            DirectoryEntry(name: "a.png", isDirectory: false),
            DirectoryEntry(name: "notes.txt", isDirectory: false),
        ]
        _ = update(&state, on: .folderListed(path: "/samples", entries))
        try GoldenScreen.expect(state, "popup-files-\(name)")
    }
}

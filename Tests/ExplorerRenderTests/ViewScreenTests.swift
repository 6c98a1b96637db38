import Documents
import Explorer
import HTTPModel
import Screen
import Testing

/// Screens of a large body whose head is shown, and of one file without a collection.
@Suite struct ViewScreenTests {
    static let sizes: [(name: String, size: Size)] = [
        ("80x24", Size(rows: 24, columns: 80)), ("120x40", Size(rows: 40, columns: 120)),
        ("minimum", Layout.minimum),
    ]

    private static let small = Octets(
        utf8: #"{"id":"b_9","room":12,"guests":["Zoë","Ada"],"price":1736184243098437392}"#
    )

    private static let large: Octets = {
        let rows = (0..<12_000).map { #"{"number":\#($0),"text":"needle"}"# }
        return Octets(utf8: #"{"rows":["# + rows.joined(separator: ",") + "]}")
    }()

    private static func viewing(
        _ body: Octets,
        _ size: Size,
        _ name: String = "bookings.json"
    ) -> ExplorerState {
        let file = ViewedFile(name: name, mediaType: MediaType("application/json"))
        return ExplorerState(viewing: file, body: body, size: size)
    }

    @Test(arguments: sizes)
    func aFile(_ name: String, _ size: Size) throws {
        var state = Self.viewing(Self.small, size)
        Sample.press("jj", &state)
        try GoldenScreen.expect(state, "view-file-\(name)")
    }

    @Test(arguments: sizes)
    func aLargeFileThatIsBeingRead(_ name: String, _ size: Size) throws {
        var state = Self.viewing(Self.large, size)
        for case .workOnBody(let id, .read) in Sample.press("jjj", &state) {
            _ = update(&state, on: .bodyReported(id, .reading(200_000)))
        }
        try GoldenScreen.expect(state, "view-reading-\(name)")
    }

    @Test func aFileTooLargeForItsIndex() throws {
        var state = Self.viewing(Self.large, Size(rows: 24, columns: 80))
        state.response.indexedByteLimit = 1_000
        Sample.readBodies(Sample.press("j", &state), &state)
        try GoldenScreen.expect(state, "view-too-large-80x24")
    }

    @Test func theKeysOfAFile() throws {
        var state = Self.viewing(Self.small, Size(rows: 40, columns: 120))
        Sample.press("?", &state)
        try GoldenScreen.expect(state, "view-help-120x40")
    }

    @Test func anEmptyFile() throws {
        try GoldenScreen.expect(
            Self.viewing(Octets(), Size(rows: 24, columns: 80)),
            "view-empty-80x24"
        )
    }
}

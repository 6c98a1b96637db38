import Explorer
import ExplorerRender
import Files
import HTTPModel
import Screen
import Testing

/// Compares what is drawn with a `.screen` file.
///
/// With `RECORD_SCREENS=1` in the environment the file is written and the test fails, so that
/// nobody takes a recording for a check; without it a difference prints the screen that was drawn.
enum GoldenScreen {
    private static let folder = FilePath.join(FilePath.directory(of: #filePath), "Screens")

    /// Screens whose tests draw the smallest size themselves.
    private static let drawnAtMinimum: Set<String> = [
        "body-editor", "help", "history", "jump", "log", "palette", "request-headers",
        "response-body", "run", "start", "unicode-editor", "unicode-headers", "unicode-tree",
        "welcome",
    ]

    /// Compares what is drawn of a state with the screen of a name.
    ///
    /// A screen that is drawn at 80×24 is compared at the smallest size too, and one without a size in its
    /// name also at 120×40: the same state after the terminal changed.
    static func expect(
        _ state: ExplorerState,
        _ name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try compare(state, name, sourceLocation)
        let usual = [Size(rows: 24, columns: 80), Size(rows: 30, columns: 100)]
        guard usual.contains(state.size) else { return }
        let isSized = name.hasSuffix("-80x24")
        let base = isSized ? String(name.dropLast("-80x24".count)) : name
        var sizes: [(name: String, size: Size)] = []
        if !isSized { sizes.append(("120x40", Size(rows: 40, columns: 120))) }
        if !drawnAtMinimum.contains(base) { sizes.append(("minimum", Layout.minimum)) }
        for (suffix, size) in sizes {
            var resized = state
            _ = update(&resized, on: .input(.resize(size)))
            try compare(resized, "\(base)-\(suffix)", sourceLocation)
        }
    }

    private static func compare(
        _ state: ExplorerState,
        _ name: String,
        _ sourceLocation: SourceLocation
    ) throws {
        let frame = render(state, Layout(state.size, state))
        let drawn = Octets(utf8: frame.screenText())
        let path = FilePath.join(folder, "\(name).screen")
        if Environment.isRecording {
            try FileSystem.createDirectories(folder)
            try FileSystem.replace(path, with: drawn)
            Issue.record("recorded \(name).screen; look at it", sourceLocation: sourceLocation)
            return
        }
        let wanted = try? FileSystem.read(path)
        if wanted != drawn {
            let shown = drawn.text
            Issue.record(
                "\(name).screen differs; RECORD_SCREENS=1 writes it anew. Drawn:\n\(shown)",
                sourceLocation: sourceLocation
            )
        }
    }
}

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

    static func expect(
        _ state: ExplorerState,
        _ name: String,
        sourceLocation: SourceLocation = #_sourceLocation
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

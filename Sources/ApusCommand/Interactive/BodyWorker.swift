import CollectionRun
import Collections
import DocumentTools
import Documents
import Explorer
import Files
import Fixtures
import Glibc
import HTTPModel
import Synchronization

/// Does the explorer's work on bodies, each piece until it ends or is given up.
final class BodyWorker: Sendable {
    private let inbox: Inbox<Message>
    /// The work that has not ended.
    private let running = Mutex<[WorkID: FilterCancellation]>([:])

    /// Creates a worker that reports to an inbox.
    init(inbox: Inbox<Message>) {
        self.inbox = inbox
    }

    /// Begins a piece of work off the calling thread.
    func start(_ id: WorkID, _ work: BodyWork) {
        let cancellation = FilterCancellation()
        running.withLock { $0[id] = cancellation }
        Task.detached(executorPreference: WorkThreads.shared) { [self] in
            if !cancellation.isCancelled { perform(work, id, cancellation) }
            running.withLock { $0[id] = nil }
        }
    }

    /// Gives a piece of work up; it reports nothing more.
    func stop(_ id: WorkID) {
        let cancellation = running.withLock { $0[id] }
        cancellation?.cancel()
    }

    private func perform(_ work: BodyWork, _ id: WorkID, _ cancellation: FilterCancellation) {
        func report(_ report: BodyReport) {
            if !cancellation.isCancelled { inbox.post(.bodyReported(id, report)) }
        }
        switch work {
        case .save(let file): report(Self.save(file))
        case .loadFixture(let order): report(Self.fixture(order))
        case .draw(let octets, let rows, let columns):
            report(PictureDrawing.draw(octets, rows: rows, columns: columns))
        case .filter(let order) where !order.isJSONPath:
            report(Self.filter(order, cancellation))
        case .search, .filter, .read, .locate, .copy, .reshape, .compare:
            work.perform(isCancelled: { cancellation.isCancelled }, report: report)
        }
    }

    /// What a jq program or an XPath expression gives.
    private static func filter(
        _ order: FilterOrder,
        _ cancellation: FilterCancellation
    ) -> BodyReport {
        let limit = FilterOrder.countLimit
        let content = filterDocument(
            order.document,
            by: order.text,
            limit: limit,
            cancellation: cancellation
        )
        if let error = content.error, content.values.isEmpty {
            return .failed(error.detail)
        }
        let isSingle = content.values.count == 1 && content.values[0].kind == .json
        let type = isSingle ? MediaType("application/json") : content.mediaType
        let document = ResponseDocument(
            body: isSingle ? content.values[0].octets : content.octets,
            mediaType: type
        )
        return .filtered(
            FilterOutcome(
                document: document,
                matches: [],
                count: content.values.count,
                isCut: content.values.count >= limit,
                remark: content.error?.detail ?? content.allRemarks(limit: 1).first
            )
        )
    }

    // MARK: Files

    /// Writes a body unless a file is there that may not be replaced.
    private static func save(_ file: BodyFile) -> BodyReport {
        var path = file.path
        if path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") {
            path = String(cString: home) + path.dropFirst()
        }
        path = FilePath.absolute(path)
        if FileSystem.isDirectory(path) { return .failed("\(file.path) is a folder") }
        if !file.replaces, FileSystem.exists(path) { return .fileExists(file) }
        do {
            try FileSystem.replace(path, with: file.bytes)
            return .saved(file)
        } catch {
            return .failed(error.description)
        }
    }

    /// The fixture that answers what was sent.
    private static func fixture(_ order: FixtureOrder) -> BodyReport {
        guard let exchange = order.result.exchange else { return .failed("nothing was sent") }
        do {
            let root = Workspace.fixturesFolder(order.collection.root)
            let fixtures = try FixtureStore(root: root).load()
            let stored = fixtures.fixture(answering: exchange, of: order.result.requestID)
            guard let stored else {
                return .failed("No fixture answers this request; S saves this response as one.")
            }
            let fixture = stored.fixture
            let body = fixture.response?.body ?? fixture.failure?.partialBody ?? Octets()
            let head = fixture.response?.head ?? fixture.failure?.partialHead
            let document =
                body.isEmpty ? nil : ResponseDocument(body: body, mediaType: head?.mediaType)
            let other = ComparedBody(title: stored.metaPath, document: document)
            return .fixture(other, volatilePaths: fixture.volatilePaths)
        } catch {
            return .failed(error.description)
        }
    }
}

/// Images in characters, by `chafa` where it is installed.
enum PictureDrawing {
    /// Draws an image into so many cells.
    static func draw(_ octets: Octets, rows: Int, columns: Int) -> BodyReport {
        do {
            return try ExternalText.withFile(octets, "image") { path in
                let arguments = [
                    "chafa", "--format", "symbols", "--colors", "none", "--animate", "off",
                    "--size", "\(columns)x\(rows)", path,
                ]
                guard let drawn = ExternalProgram.output(of: arguments) else {
                    return .failed("Install chafa to see the image here.")
                }
                let lines = Self.lines(of: drawn.text).prefix(rows)
                guard drawn.code == 0, !lines.isEmpty else {
                    return .failed("chafa cannot draw this image.")
                }
                return .picture(Array(lines))
            }
        } catch {
            return .failed("\(error)")
        }
    }

    /// The lines of a text without the sequences that command a terminal.
    static func lines(of text: String) -> [String] {
        var lines = [""]
        var isSequence = false
        for scalar in text.unicodeScalars {
            if isSequence {
                // `ESC [`, parameters, and one letter.
                if (0x40...0x7E).contains(scalar.value), scalar != "[" { isSequence = false }
            } else if scalar == "\u{1B}" {
                isSequence = true
            } else if scalar == "\n" {
                lines.append("")
            } else if scalar.value >= 0x20 {
                lines[lines.count - 1].unicodeScalars.append(scalar)
            }
        }
        while lines.last?.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
        return lines
    }
}

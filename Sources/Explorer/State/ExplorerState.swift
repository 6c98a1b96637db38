package import ClientCore
package import CollectionRun
package import Collections
import Files
package import HTTPModel
package import Screen

/// Everything the explorer knows; one value, owned by the run loop.
///
/// It is changed by `update` alone, and what is drawn is a function of it.
package struct ExplorerState: Equatable, Sendable {
    /// The size of the terminal.
    package var size: Size
    /// The folder or file that was opened, as given.
    package var path: String
    /// The saved requests with all edits made here; `nil` until they are read.
    package var collection: RequestCollection? {
        didSet { collectionMemo = CollectionMemo() }
    }
    /// Why the collection could not be read, when it could not.
    package var loadProblem: String?
    /// What is known about each edited file beyond its present bytes, by path.
    package var histories: [String: FileHistory] = [:]
    /// The environment in force; `nil` for none.
    package var environmentName: String?
    /// Which outcome becomes which error; the collection may have added rules.
    package var errorMapping = ErrorMapping.standard
    /// Whether answers come from fixtures instead of the network.
    package var isOffline = false
    /// The variants chosen to answer requests offline.
    package var offlineVariants: [RequestKey: String] = [:]
    /// Whether one file is shown, and nothing else.
    package internal(set) var isViewing = false

    /// The pane that gets the keys.
    package var focus = Pane.tree
    /// Whether that pane has the whole screen.
    package var isZoomed = false
    /// The tree.
    package var tree = TreeState()
    /// The request pane.
    package var request = RequestPaneState()
    /// The response pane.
    package var response = ResponsePaneState()
    /// The popup on top, if any.
    package var popup: Popup?
    /// What a popup covers and what comes back after it: questions wait here in order.
    package var waitingPopups: [Popup] = []
    /// One line for the person until the next key; the log keeps it.
    package var notice: Notice? {
        didSet { if let notice { log.add(notice, at: time) } }
    }
    /// What was told so far.
    package private(set) var log = NoticeLog()
    /// The time of day, as the last message told; `nil` when none did.
    package var time: TimeOfDay?

    /// Exchanges that have not ended, by request.
    package var sends: [RequestKey: Sending] = [:]
    /// How each request ended last, longer than its response is kept.
    package var outcomes: [RequestKey: RunOutcome] = [:]
    /// The run of a folder, file or tag, going on or over; `nil` before the first.
    package var run: FolderRun?
    /// The entry of the history that is being read, if any.
    var openingEntry: OpeningEntry?
    /// The text that was copied or cut here last.
    package var register = ""
    /// The names in folders that were asked for while a path is typed, by absolute path.
    var folders: [String: [DirectoryEntry]] = [:]
    /// What is known about files that are bodies, by absolute path.
    var fileFacts: [String: FileFacts] = [:]
    /// Values that win over every other source, for previews; sending has its own.
    var overrides: [String: String] = [:]
    /// Where those come from that were not given on the command line, by name.
    var overrideSources: [String: String] = [:]
    /// A pasted curl command that is being read, if any.
    var pasting: Pasting?
    /// The text that is open in another program, if any.
    var externalEdit: ExternalEdit?
    /// Which keys ask for what.
    package var keymap = Keymap.standard
    /// Keys that began a longer chord and wait for the next.
    package var pendingKeys: [Key] = []
    /// The labels to jump to, while they are shown.
    package var jump: Jump?
    /// The border that the mouse holds.
    var draggedBorder: PaneBorder?
    /// The looks of the roles.
    package var themes = ThemeState()
    /// The person's configuration file, as people would name it.
    package var configurationPath = "config.json"
    /// What is kept for the next time.
    package var memory = Memory()
    /// Whether the first hints are shown in place of an empty response.
    package var isWelcoming = false
    /// The requests that were open, the latest last.
    package var recentRequests: [RequestKey] = []
    /// Whether the program ends once no file is being written.
    package var isQuitting = false
    /// What was worked out from the collection.
    var collectionMemo = CollectionMemo()
    /// The number the next identity gets.
    var nextNumber = 1

    /// Creates the state before anything is read.
    ///
    /// - Parameters:
    ///   - path: The folder or file to open.
    ///   - size: The size of the terminal.
    ///   - environmentName: The environment asked for; `nil` takes the collection's default.
    ///   - isOffline: Whether answers come from fixtures.
    ///   - overrides: Values of variables that win over every other source, for previews.
    ///   - overrideSources: Where those come from, by name; `--var` for those not listed.
    package init(
        path: String,
        size: Size,
        environmentName: String? = nil,
        isOffline: Bool = false,
        overrides: [String: String] = [:],
        overrideSources: [String: String] = [:]
    ) {
        self.overrides = overrides
        self.overrideSources = overrideSources
        self.path = path
        self.size = size
        self.environmentName = environmentName
        self.isOffline = isOffline
    }

    /// Takes over what another state told so far.
    mutating func takeLog(of other: ExplorerState) { log = other.log }

    /// A new identity for an exchange.
    mutating func makeExchangeID() -> ExchangeID {
        defer { nextNumber += 1 }
        return ExchangeID(rawValue: nextNumber)
    }

    /// A new identity for other work.
    mutating func makeWorkID() -> WorkID {
        defer { nextNumber += 1 }
        return WorkID(rawValue: nextNumber)
    }
}

/// One line for the person.
package struct Notice: Equatable, Sendable {
    /// How it is meant.
    package enum Kind: Equatable, Sendable {
        /// Something went as wanted.
        case success
        /// Something to know.
        case neutral
        /// Something did not work.
        case problem
    }

    /// How it is meant.
    package var kind: Kind
    /// The line.
    package var text: String

    /// Creates a notice.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

/// An exchange in flight.
package struct Sending: Equatable, Sendable {
    /// Its identity.
    package var id: ExchangeID
    /// What the transport reported last; `nil` before anything.
    package var progress: HopProgress?
    /// How long it has taken, as the last message said.
    package var elapsed = Duration.zero
    /// Whether it was asked to stop.
    package var isCancelling = false
    /// The body as far as it came.
    package var arriving = Arriving()
    /// When the response had come, by this machine's clock; `nil` before.
    package var receivedAt: HTTPDate?
}

/// An entry of the history that is being read.
struct OpeningEntry: Equatable, Sendable {
    /// The work that reads it.
    var work: WorkID
    /// When it was sent, as text.
    var time: String
    /// Whether the present response is compared with it, instead of showing it.
    var isForComparison = false
}

/// A pasted curl command that is being read.
struct Pasting: Equatable, Sendable {
    /// The work that reads it.
    var id: WorkID
    /// What was pasted.
    var text: String
}

/// A text that is open in another program.
struct ExternalEdit: Equatable, Sendable {
    /// What of the collection it is.
    enum Subject: Equatable, Sendable {
        /// The body of a request.
        case body(RequestKey)
        /// The whole block of a request.
        case requestText(RequestKey)
        /// A whole file.
        case file(String)
    }

    /// The work that opened it.
    var id: WorkID
    /// What it is.
    var subject: Subject
}

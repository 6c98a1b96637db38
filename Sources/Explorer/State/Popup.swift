package import Collections
package import Files
package import Fixtures
package import HTTPModel

/// What lies over the panes and gets the keys first.
package enum Popup: Equatable, Sendable {
    /// A list to choose from.
    case choice(Choice)
    /// The keys that work in the pane below, scrolled to a row.
    case help(Pane, Scroll)
    /// A question with a few answers.
    case dialog(Dialog)
    /// One line to type.
    case input(InputPopup)
    /// What a snapshot will write.
    case snapshot(SnapshotPreview)
    /// What the program told, the latest first, scrolled to a row.
    case log(Scroll)
    /// What was sent before.
    case history(HistoryPopup)
    /// The run of a folder, file or tag; it goes on without the popup.
    case run
    /// Lines to read.
    case reading(Reading)
}

/// Lines to read, over the panes.
package struct Reading: Equatable, Sendable {
    /// The title of the popup.
    package var title: String
    /// The lines.
    package var lines: [StyledLine]
    /// Which line is at the top.
    package var scroll = Scroll()
}

/// A question with a few answers.
package struct Dialog: Equatable, Sendable {
    /// What is asked.
    package enum Subject: Equatable, Sendable {
        /// Whether to save before leaving.
        case quit
        /// Whether to leave while something is in flight.
        case quitInFlight
        /// What to do with a file that changed on disk while it was edited.
        case changedOutside(path: String, Octets?, FileStamp?)
        /// Whether to give up the edits of a file.
        case reload(path: String)
        /// Whether to remove a request.
        case delete(RequestKey)
        /// Whether to delete a file on disk.
        case deleteFile(path: String)
        /// What to make of a request that was pasted.
        case pasted(PastedRequest, original: String)
        /// Whether to take up edits that were left when the program ended.
        case recover([RecoveredDraft])
        /// Whether to replace a file by the body.
        case replaceFile(BodyFile)
        /// A question of the run, such as whether a command may be started.
        case question(WorkID, ExchangeID)
        /// What to do about a difference between an answer and its fixture.
        case drift(DriftReview)
    }

    /// One answer.
    package struct Answer: Equatable, Sendable {
        /// The key that gives it at once.
        package var key: Character
        /// What it says.
        package var title: String
    }

    /// What is asked.
    package var subject: Subject
    /// The title of the popup.
    package var title: String
    /// The text, one line each.
    package var lines: [String]
    /// The answers; the last one is what Esc gives.
    package var answers: [Answer]
    /// Which answer Enter gives.
    package var selected = 0
}

/// One line to type.
package struct InputPopup: Equatable, Sendable {
    /// What the text is for.
    package enum Subject: Equatable, Sendable {
        /// An answer the run asks for.
        case question(WorkID, ExchangeID)
        /// A new name for a request.
        case rename(RequestKey)
        /// The name of a new request in a file.
        case newRequest(file: String)
        /// The path of a new file, relative to the collection.
        case newFile
        /// The value of a variable, as a request has it.
        case variable(VariableDefinition, RequestKey)
        /// The variant of the snapshot.
        case variant(SnapshotPreview)
        /// The file to write the body to.
        case bodyFile(Octets)
        /// The JSONPath of the value to go to.
        case valuePath
        /// The JSONPath to leave out of comparisons.
        case ignoredPath
    }

    /// What the text is for.
    package var subject: Subject
    /// The title of the popup.
    package var title: String
    /// What to type, in one line.
    package var prompt: String
    /// What was typed.
    package var input: TextBuffer
    /// Whether the text is shown as dots.
    package var isSecret = false
    /// Why the text was refused, if it was.
    package var problem: String?
}

/// What a snapshot will write, shown before it is written.
package struct SnapshotPreview: Equatable, Sendable {
    /// The work that prepared it.
    package var id: WorkID
    /// What it is made of.
    package var subject: FixtureSubject
    /// The fixture; `nil` while it is prepared.
    package var fixture: Fixture?
    /// The files that will be written, relative to the collection.
    package var paths: [String] = []
    /// Whether those files are there already and will be replaced.
    package var replacesFiles = false
    /// The variant; empty for none.
    package var variant = ""
    /// The row at the top.
    package var scroll = Scroll()
    /// Why it could not be prepared or written.
    package var problem: String?
    /// Whether it is being written.
    package var isSaving = false
}

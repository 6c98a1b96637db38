import Files
import HTTPModel

extension Dialog {
    /// Asks what to do with unsaved edits before leaving.
    static func quit(unsaved: [String]) -> Dialog {
        Dialog(
            subject: .quit,
            title: "Unsaved edits",
            lines: unsaved.map { "  \($0)" },
            answers: [
                Answer(key: "s", title: "Save and quit"),
                Answer(key: "d", title: "Discard and quit"),
                Answer(key: "c", title: "Stay"),
            ]
        )
    }

    /// Asks whether to leave while something is in flight.
    static func quitInFlight(_ texts: [String]) -> Dialog {
        Dialog(
            subject: .quitInFlight,
            title: "Still in flight",
            lines: texts.map { "  \($0)" },
            answers: [
                Answer(key: "x", title: "Cancel and quit"), Answer(key: "c", title: "Stay"),
            ],
            selected: 1
        )
    }

    /// Asks which version of a file to keep.
    static func changedOutside(path: String, _ bytes: Octets?, _ stamp: FileStamp?) -> Dialog {
        var answers = [Answer(key: "k", title: "Keep mine, write it")]
        if bytes != nil { answers.append(Answer(key: "r", title: "Reload, lose my edits")) }
        answers.append(Answer(key: "c", title: "Decide later"))
        return Dialog(
            subject: .changedOutside(path: path, bytes, stamp),
            title: bytes == nil ? "File is gone" : "File changed on disk",
            lines: [
                bytes == nil
                    ? "\(path) was removed while it was edited here."
                    : "\(path) was changed by another program while it was edited here.",
                "Nothing was written.",
            ],
            answers: answers,
            selected: answers.count - 1
        )
    }

    /// Asks whether to give up the edits of a file.
    static func reload(path: String) -> Dialog {
        Dialog(
            subject: .reload(path: path),
            title: "Reload \(path)",
            lines: ["The unsaved edits of this file will be lost."],
            answers: [Answer(key: "r", title: "Reload"), Answer(key: "c", title: "Keep editing")],
            selected: 1
        )
    }

    /// Asks whether to remove a request.
    static func delete(_ key: RequestKey, name: String) -> Dialog {
        Dialog(
            subject: .delete(key),
            title: "Remove request",
            lines: [
                "\(name) will be taken out of \(key.file).", "Undo brings it back until you quit.",
            ],
            answers: [Answer(key: "r", title: "Remove"), Answer(key: "c", title: "Keep")]
        )
    }

    /// Asks whether to take up edits that were left when the program ended.
    static func recover(_ drafts: [RecoveredDraft]) -> Dialog {
        Dialog(
            subject: .recover(drafts),
            title: "Edits from last time",
            lines: ["These files had unsaved edits when the program ended:"]
                + drafts.map { "  \($0.path)" },
            answers: [
                Answer(key: "t", title: "Take them up"), Answer(key: "f", title: "Forget them"),
            ]
        )
    }

    /// Asks whether to replace a file by the body.
    static func replace(_ file: BodyFile) -> Dialog {
        Dialog(
            subject: .replaceFile(file),
            title: "File exists",
            lines: ["\(file.path) is there already.", "Nothing was written."],
            answers: [Answer(key: "r", title: "Replace it"), Answer(key: "c", title: "Keep it")],
            selected: 1
        )
    }

    /// Asks whether a command may be run to get a value.
    static func consent(_ id: WorkID, _ exchange: ExchangeID, command: String) -> Dialog {
        Dialog(
            subject: .question(id, exchange),
            title: "Run a command?",
            lines: ["The request gets a value from this command:", "  \(command)"],
            answers: [Answer(key: "y", title: "Run it"), Answer(key: "n", title: "Do not run it")],
            selected: 1
        )
    }
}

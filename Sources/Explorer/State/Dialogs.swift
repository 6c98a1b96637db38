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
    ///
    /// The edits of another tool's file, which is never written itself, go to the file `savedAs` beside it.
    static func changedOutside(
        path: String,
        _ bytes: Octets?,
        _ stamp: FileStamp?,
        savedAs: String? = nil
    ) -> Dialog {
        if let savedAs, bytes != nil {
            let answers = [
                Answer(key: "k", title: "Replace \(savedAs)"),
                Answer(key: "c", title: "Decide later"),
            ]
            return Dialog(
                subject: .changedOutside(path: path, bytes, stamp),
                title: "\(savedAs) is there already",
                lines: [
                    "The edits of \(path) are saved beside it, as \(savedAs),",
                    "and another file of that name is there. Nothing was written.",
                ],
                answers: answers,
                selected: answers.count - 1
            )
        }
        var answers = [Answer(key: "k", title: "Keep mine")]
        if bytes != nil {
            answers.append(Answer(key: "r", title: "Take theirs"))
            answers.append(Answer(key: "d", title: "See the difference"))
        }
        answers.append(Answer(key: "c", title: "Later"))
        return Dialog(
            subject: .changedOutside(path: path, bytes, stamp),
            title: bytes == nil ? "File is gone" : "File changed on disk",
            lines: [
                bytes == nil
                    ? "\(path) was removed while it was edited here."
                    : "\(path) was changed by another program while it was edited here.",
                bytes == nil
                    ? "Nothing was written; keeping yours writes it anew."
                    : "Nothing was written. Taking theirs loses the edits made here.",
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

    /// Asks whether to delete a file on disk.
    static func deleteFile(path: String, requests: Int, isUnsaved: Bool) -> Dialog {
        let count = "\(requests) request\(requests == 1 ? "" : "s")"
        return Dialog(
            subject: .deleteFile(path: path),
            title: "Delete file",
            lines: [
                "\(path) with its \(count) will be deleted on disk"
                    + (isUnsaved ? ", and the edits made here with it." : "."),
                "Undo does not bring it back.",
            ],
            answers: [Answer(key: "x", title: "Delete"), Answer(key: "c", title: "Keep")],
            selected: 1
        )
    }

    /// Asks what to make of a request that was pasted.
    static func pasted(
        _ request: PastedRequest,
        original: String,
        isTyping: Bool,
        hasOpen: Bool
    ) -> Dialog {
        var answers = [Answer(key: "n", title: "New request")]
        if hasOpen { answers.append(Answer(key: "r", title: "Replace this one")) }
        answers.append(Answer(key: "t", title: isTyping ? "Paste as text" : "Forget it"))
        let head = request.text.split(separator: "\n").first { !$0.hasPrefix("#") }
        return Dialog(
            subject: .pasted(request, original: original),
            title: "Pasted request",
            lines: [head.map(String.init) ?? ""]
                + request.notes.map { "Not carried over: \($0)" },
            answers: answers
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

    /// Asks whether a request that asks first may be sent.
    static func confirmation(
        _ id: WorkID,
        _ exchange: ExchangeID,
        request: String,
        note: String
    ) -> Dialog {
        Dialog(
            subject: .question(id, exchange),
            title: "Send \(request)?",
            lines: [note.isEmpty ? "The request asks before it is sent." : note],
            answers: [
                Answer(key: "y", title: "Send it"), Answer(key: "n", title: "Do not send it"),
            ],
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

import Collections
import Explorer
import HTTPModel
import Interchange

/// Reads pasted curl commands.
enum PasteWork {
    /// Makes the text of a request of the first command.
    static func read(_ id: WorkID, _ text: String) -> Message {
        do {
            let octets = Octets(utf8: text)
            let read = try InterchangeReader().read(octets, path: "pasted") { _ in nil }
            guard let read else { return failed(id, "it names no URL") }
            let file = HTTPFile(read.text, path: "pasted")
            guard !file.requests.isEmpty else { return failed(id, "it names no URL") }
            let notes =
                file.requests.count > 1 ? ["\(file.requests.count - 1) further requests"] : []
            return .pasteRead(id, PastedRequest(text: file.text(of: 0), notes: notes))
        } catch {
            return failed(id, error.detail)
        }
    }

    private static func failed(_ id: WorkID, _ problem: String) -> Message {
        .pasteRead(id, PastedRequest(text: "", problem: problem))
    }
}

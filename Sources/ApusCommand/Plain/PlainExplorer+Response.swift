import Documents
import Explorer
import HTTPModel
import Screen

extension PlainExplorer {
    /// How many rows are read at a time: no more than a terminal shows below the headline.
    private var pageRows: Int {
        LineReader.terminalRows.map { min(40, max(5, $0 - 6)) } ?? 40
    }

    /// Sends the open request, waits, and reads what came back.
    func send() {
        guard state.openRequest != nil else { return tell("No request is open.") }
        let isKnown = state.record != nil
        receive(.command(.send))
        guard state.currentSending != nil else { return }
        if !isKnown { tell("Sending…") }
        settle()
        finishDialogues()
        guard let record = state.record, state.currentSending == nil else { return }
        tell(record.headline)
        // The body first, or what is there in its place.
        receive(.command(.showResponseBody))
        readRows = 0
        readOn()
    }

    /// Reads a tab of the response from its start.
    func readResponse(_ text: String) {
        guard let record = state.record else { return tell("There is no response yet; type send.") }
        if !text.isEmpty {
            guard let tab = ResponseTab.allCases.first(where: { $0.rawValue.hasPrefixOf(text) })
            else { return tell("There is no tab '\(text)'.") }
            receive(.command(tab.command))
        }
        tell(record.headline)
        tell("\(state.response.tab.rawValue):")
        readRows = 0
        readOn()
    }

    /// Reads the next rows.
    func readOn() {
        guard state.record != nil else { return tell("There is no response yet; type send.") }
        let total = state.responseRowCount(width: state.size.columns)
        guard readRows < total else { return tell("That is all.") }
        let end = min(total, readRows + pageRows)
        let document = state.response.tab == .body ? state.bodyInView : nil
        if let document {
            for index in readRows..<end {
                let row = document.row(index)
                tell(String(repeating: "  ", count: row.indent) + row.text)
            }
        } else {
            let lines = state.responseLines(width: state.size.columns, in: readRows..<end)
            for line in lines { tell(line.text) }
        }
        readRows = end
        if end < total { tell("\(total - end) more rows; more goes on.") }
    }

    /// Finds text in the response and reads from the row that holds it.
    func find(_ text: String) {
        guard state.record != nil else { return tell("There is no response yet; type send.") }
        guard !text.isEmpty else { return tell("find takes the text to look for.") }
        let search = state.record?.search
        let isSame = search?.text == text && search?.tab == state.response.tab
        if isSame {
            receive(.command(.nextMatch))
        } else {
            receive(.command(.search))
            receive(.command(.caretLineEnd))
            receive(.command(.deleteToLineStart))
            receive(.input(.paste(text)))
            receive(.command(.accept))
        }
        settle()
        guard let search = state.record?.search, !search.matches.isEmpty else {
            return tell("'\(text)' was not found.")
        }
        readRows = state.record?.scrolls[state.response.tab]?.row ?? 0
        tell("Match \(search.current + 1) of \(search.matches.count), row \(readRows + 1):")
        readOn()
    }

    /// Saves the response as a fixture, after what it holds was read.
    func snapshot(_ variant: String) {
        receive(.command(.snapshot))
        settle()
        guard !variant.isEmpty, case .snapshot = state.popup else { return }
        receive(.command(.chooseVariant))
        type(variant)
        receive(.command(.accept))
    }
}

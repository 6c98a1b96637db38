import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

extension Command {
    /// Why the command cannot be done now, as a fragment such as "no request is open"; `nil` when
    /// it can.
    package func reasonUnavailable(in state: ExplorerState) -> String? {
        if state.isViewing, !isForViewing { return "a file is shown, not a collection" }
        switch self {
        case .send, .edit, .editTarget, .chooseMethod, .showParams, .showHeaders, .showBody,
            .showToken, .showOptions, .showDocs, .editExternally, .duplicateRequest,
            .renameRequest, .addRow, .editText, .editRequestExternally, .editFileExternally,
            .moveRequest, .showTests, .pickFile, .changeVariable:
            return state.openRequest == nil ? "no request is open" : nil
        case .cancel where state.popup == .run:
            return state.run?.isRunning == true ? nil : "nothing is running"
        case .cancel:
            return state.currentSending == nil ? "nothing is being sent" : nil
        case .growPane, .shrinkPane:
            return Layout(state.size, state).panes.count > 1
                ? nil : "only one pane is shown; press = or make the terminal larger"
        case .showRun:
            return state.run == nil ? "nothing was run; t in the tree runs a folder or file" : nil
        case .resendEntry, .deleteEntry, .compareWithEntry:
            return state.isShowingHistory ? nil : "the history is not open"
        case .failedFirst, .runFailedAgain, .runAgain:
            return state.popup == .run ? nil : "no run is open"
        case .runTag:
            return state.hasTags ? nil : "no request has a tag"
        case .moveRowUp, .moveRowDown:
            return state.openRequest == nil ? "no request is open" : nil
        case .deleteRequest:
            return state.openRequest == nil && state.selectedFile == nil
                ? "no request is open" : nil
        case .deleteFile:
            return state.selectedFile == nil ? "no file is selected" : nil
        case .chooseEnvironment, .filterTree, .addRequest, .newFile,
            .switchRequest, .runSelected, .runAll:
            return state.collection == nil ? "no collection is open" : nil
        case .deleteRow, .toggleRow, .duplicateRow, .editInLines:
            return state.selectedRequestRow == nil ? "no row of the request is selected" : nil
        case .undo, .redo, .save, .saveAll, .reloadFile:
            return reasonFileUnavailable(in: state)
        case .foldAll, .unfoldAll, .toggleFold:
            return state.focus == .request ? "nothing folds in this pane" : nil
        default:
            return reasonResponseUnavailable(in: state)
        }
    }

    private func reasonFileUnavailable(in state: ExplorerState) -> String? {
        if self == .saveAll { return state.unsavedFiles.isEmpty ? "nothing is unsaved" : nil }
        guard let path = state.request.key?.file else { return "no request is open" }
        switch self {
        case .undo:
            return state.histories[path]?.past.isEmpty ?? true ? "nothing was edited" : nil
        case .redo:
            return state.histories[path]?.future.isEmpty ?? true ? "nothing was taken back" : nil
        case .save:
            return state.isUnsaved(path) ? nil : "\(path) has no unsaved edits"
        default:
            return nil
        }
    }

    private func reasonResponseUnavailable(in state: ExplorerState) -> String? {
        switch self {
        case .chooseOfflineAnswer:
            return state.isOffline
                ? nil : "answers come from the network; --offline is the other mode"
        case .snapshot, .compareWithFixture:
            return state.record?.result.exchange == nil
                ? "nothing was received yet; press s to send" : nil
        case .search, .copyAll, .copyPart, .pinResponse, .compareWith:
            return state.record == nil ? "there is no response yet; press s to send" : nil
        case .nextMatch, .previousMatch:
            guard let search = state.record?.search else { return "press / to search first" }
            let isNowhere = search.place == nil && search.isComplete
            return isNowhere ? "\(search.text) was not found" : nil
        case .prettyMode, .rawMode, .hexMode, .viewExternally, .saveBody, .chooseCharset:
            return state.record?.document == nil ? "there is no response body" : nil
        case .filterBody, .goToPath:
            guard let document = state.record?.document else { return "there is no response body" }
            if self == .filterBody, document.kind == .xml { return nil }
            if document.isHead || document.tape != nil { return nil }
            return document.isTooLargeForIndex
                ? "the body is too large to be read as JSON"
                : "the body is \(document.kind.title), not JSON"
        case .followLink:
            return state.record?.result.exchange == nil ? "there is no response yet" : nil
        case .nextDifference, .previousDifference, .ignorePath:
            let difference = state.record?.comparison?.difference
            return difference == nil ? "nothing was compared; 9 shows the differences" : nil
        case .scrollLeft, .scrollRight:
            return state.record == nil ? "there is no response yet" : nil
        default:
            return nil
        }
    }
}

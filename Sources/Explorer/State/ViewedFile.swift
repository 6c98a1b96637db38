import CollectionRun
package import Documents
package import HTTPModel
package import Screen

/// A file, or what came through a pipe, that is looked at as a response is.
package struct ViewedFile: Equatable, Sendable {
    /// What it is called.
    package var name: String
    /// What it is said to be; `nil` lets the content say it.
    package var mediaType: MediaType?

    /// Creates a file to look at.
    package init(name: String, mediaType: MediaType? = nil) {
        self.name = name
        self.mediaType = mediaType
    }
}

extension ExplorerState {
    /// Creates the state that shows nothing but one file.
    ///
    /// There is one pane with the file in the place of a body; what needs a collection is not to be had.
    /// Of a large file only the head is laid out; the rest is read from the first message on.
    ///
    /// - Parameters:
    ///   - file: What is shown.
    ///   - body: Its content.
    ///   - mode: The layout; `nil` picks one.
    ///   - charset: The charset of text; `nil` finds it.
    ///   - size: The size of the terminal.
    package init(
        viewing file: ViewedFile,
        body: Octets,
        mode: ResponseDocument.Mode? = nil,
        charset: TextCharset? = nil,
        size: Size
    ) {
        self.init(path: "", size: size)
        focus = .response
        response.tab = .body
        var document: ResponseDocument?
        if !body.isEmpty {
            document = ResponseRecord.document(of: body, file.mediaType, charset: charset)
            if let mode, let laid = document { document = laid.changing(mode: mode) }
        }
        var record = ResponseRecord(
            RunResult(named: file.name, method: "", url: ""),
            document: document
        )
        record.charset = charset
        record.file = file
        let key = RequestKey(file: file.name, index: 0)
        request.key = key
        response.keep(record, for: key)
        isViewing = true
    }
}

extension Command {
    /// Whether the command makes sense while one file is shown and there is no collection.
    package var isForViewing: Bool {
        switch self {
        case .moveDown, .moveUp, .pageDown, .pageUp, .moveToTop, .moveToBottom, .open, .back,
            .toggleFold, .foldAll, .unfoldAll, .search, .nextMatch, .previousMatch, .scrollLeft,
            .scrollRight, .prettyMode, .rawMode, .hexMode, .copy, .copyAll, .viewExternally,
            .toggleWrap, .chooseCharset, .filterBody, .goToPath, .copyPart, .saveBody, .palette,
            .help, .redraw, .quit, .jump, .chooseTheme, .showLog:
            true
        default:
            isTextCommand
        }
    }
}

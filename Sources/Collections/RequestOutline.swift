package import HTTPModel

/// What a list shows of a saved request, and what it is found by.
///
/// Kept for every request of a collection; the request itself is made from its file when it is needed.
package struct RequestOutline: Sendable, Hashable {
    /// `dir/file.http#name`, unique in its collection; unnamed requests have their number for a name.
    package var id: String
    /// The position among the requests of its file, from 0.
    package var index: Int
    /// The value of `# @name`, else the text after `###`, else method and URL.
    package var name: String
    /// The text after `###`; empty when there is none.
    package var title: String
    /// The method as written; `GET` when left out.
    package var method: String
    /// The URL as written, the lines of a long query joined.
    package var url: String
    /// Values of `# @tag`, in order.
    package var tags: [String]
    /// The names that its captures give values, in order.
    package var captures: [String]
    /// The names of the variables that are asked for, in order.
    package var prompts: [String]
    /// Where the block begins.
    package var location: TextLocation

    /// The outline of a request.
    package init(_ request: borrowing SavedRequest) {
        id = request.id
        index = request.index
        name = request.name
        title = request.title
        method = request.method
        url = request.url
        tags = request.tags
        captures = request.captures.map(\.name)
        prompts = request.prompts.map(\.name)
        location = request.location
    }
}

/// One request of a collection by its outline, and the file it is in.
package struct OutlinedRequest: Sendable, Equatable {
    /// The file.
    package var file: RequestFile
    /// The outline.
    package var outline: RequestOutline

    /// Creates an entry of a list.
    package init(file: RequestFile, outline: RequestOutline) {
        self.file = file
        self.outline = outline
    }

    /// The request whole; its file is read again unless its syntax tree is in memory.
    package var selected: SelectedRequest {
        SelectedRequest(file: file, request: file.source.requests[outline.index])
    }
}

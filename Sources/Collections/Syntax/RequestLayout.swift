import HTTPModel

/// Where the parts of one request are, in bytes of its file; what edits cut and paste.
struct RequestLayout: Sendable {
    /// The lines of the separator, without its line end; `nil` for a first block that has none.
    var separator: Range<Int>?
    /// The text after `###`; empty right after the marks when there is none.
    var title: Range<Int>?
    /// The directives before the content, in the order of `SavedRequest.directives`.
    var directives: [DirectiveLayout] = []
    /// The method; `nil` when it is left out.
    var method: Range<Int>?
    /// The first byte of the request line.
    var requestLine = 0
    /// The pieces of the URL, one on each line, in order; never empty.
    var urlPieces: [Range<Int>] = []
    /// The version at the end of the URL.
    var version: Range<Int>?
    /// The lines that hold the target, from the request line on, line ends included.
    var target = 0..<0
    /// Where the query items are: a piece of the URL, or a comment line.
    var queryItems: [QueryItemLayout] = []
    /// The fields, in the order of `SavedRequest.fields`.
    var fields: [FieldLayout] = []
    /// The conditions, in the order of `SavedRequest.assertions`.
    var assertions: [StatementLayout] = []
    /// The captures, in the order of `SavedRequest.captures`.
    var captures: [StatementLayout] = []
    /// The end of the last line of target and fields, its line end included.
    var headEnd = 0
    /// The empty line after the fields, line end included.
    var endOfFields: Range<Int>?
    /// The content, without the last line end; `nil` when there is none.
    var body: Range<Int>?
}

/// Where a directive is.
struct DirectiveLayout: Sendable {
    /// The whole line, line end included.
    var line: Range<Int>
    /// The name.
    var name: Range<Int>
    /// The value; empty right after the name when there is none.
    var value: Range<Int>
}

/// Where a condition or a capture is.
struct StatementLayout: Sendable {
    /// The whole line, line end included.
    var line: Range<Int>
    /// What is before the text, such as `# @assert` or `??`.
    var mark: Range<Int>
    /// The text of the condition or capture.
    var text: Range<Int>
}

/// Where a field is.
struct FieldLayout: Sendable {
    /// The whole lines, line ends included.
    var lines: Range<Int>
    /// The name.
    var name: Range<Int>
    /// From the first to the last byte of the value; empty after the colon when it is.
    var value: Range<Int>
}

/// Where a query item is.
enum QueryItemLayout: Sendable, Hashable {
    /// In the URL, counted in bytes of the joined text.
    case inURL(Range<Int>)
    /// On a comment line of its own: the line, and the item in it.
    case onComment(line: Range<Int>, item: Range<Int>)
}

/// A stretch of a file from one `###` to the next.
struct RequestBlock: Sendable {
    /// The bytes, the separator included.
    var range: Range<Int>
    /// The index among the file's requests; `nil` for a block without one.
    var requestIndex: Int?
    /// Where the parts of the request are.
    var layout: RequestLayout?
}

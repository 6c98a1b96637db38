/// One change to one saved request.
package enum RequestEdit: Equatable, Sendable {
    /// Sets the name: the `# @name` line when there is one, else the text after `###`.
    case rename(String)
    /// Sets the method.
    case setMethod(String)
    /// Sets the URL, query included; disabled query items stay.
    case setURL(String)
    /// Sets one query item; parts are given as they are to stand in the URL.
    case setQueryItem(index: Int, name: String, value: String?, isEnabled: Bool)
    /// Adds a query item at the end.
    case addQueryItem(name: String, value: String?)
    /// Removes one query item.
    case removeQueryItem(index: Int)
    /// Sets one field.
    case setField(index: Int, name: String, value: String, isEnabled: Bool)
    /// Adds a field at the end.
    case addField(name: String, value: String)
    /// Removes one field.
    case removeField(index: Int)
    /// Sets the content.
    case setBody(SavedBody)
    /// Sets or removes the `# @token` line.
    case setToken(TokenSetting?)
    /// Sets or removes the first directive of a name; an empty value writes the bare name.
    case setDirective(name: String, value: String?)
    /// Replaces the whole block, from its `###` line to the next.
    case replaceText(String)
}

extension HTTPFile {
    /// A copy in which one request is changed.
    ///
    /// Only the bytes meant are rewritten; new lines end as the file's lines do. The result is
    /// read again, and the edit counts only when the new value reads back equal and every other request
    /// has the bytes it had.
    ///
    /// - Throws: `CollectionError` with code `.noSuchPart` or `.notRepresentable`.
    package func applying(
        _ edit: RequestEdit,
        to index: Int
    ) throws(CollectionError) -> HTTPFile {
        self
    }

    /// A copy with a new request after the one at `index`, or at the end when `nil`.
    ///
    /// - Returns: The file and the index of the new request.
    package func addingRequest(
        named name: String,
        method: String = "GET",
        url: String,
        after index: Int? = nil
    ) throws(CollectionError) -> (file: HTTPFile, index: Int) {
        (self, 0)
    }

    /// A copy with a second copy of one request, named `name`, after it.
    ///
    /// - Returns: The file and the index of the copy.
    package func duplicating(
        _ index: Int,
        as name: String
    ) throws(CollectionError) -> (file: HTTPFile, index: Int) {
        (self, 0)
    }

    /// A copy without one request.
    package func removing(_ index: Int) throws(CollectionError) -> HTTPFile { self }

    /// The text of one request's block, from its `###` line to the next.
    package func text(of index: Int) -> String { "" }
}

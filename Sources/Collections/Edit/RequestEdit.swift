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

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
    /// Puts one query item where another is; those between move up or down.
    case moveQueryItem(from: Int, to: Int)
    /// Sets one field.
    case setField(index: Int, name: String, value: String, isEnabled: Bool)
    /// Adds a field at the end.
    case addField(name: String, value: String)
    /// Removes one field.
    case removeField(index: Int)
    /// Puts one field where another is; those between move up or down.
    case moveField(from: Int, to: Int)
    /// Sets the content.
    case setBody(SavedBody)
    /// Sets or removes the `# @token` line.
    case setToken(TokenSetting?)
    /// Sets or removes the first directive of a name; an empty value writes the bare name.
    case setDirective(name: String, value: String?)
    /// Sets or removes one directive by its place among all of the request.
    case setDirectiveLine(index: Int, value: String?)
    /// Adds a directive after the others of its name.
    case addDirective(name: String, value: String)
    /// Sets or removes the version behind the URL, such as `HTTP/2`.
    case setVersion(String?)
    /// Sets one condition: what follows `# @assert` or `??`.
    case setAssertion(index: Int, text: String)
    /// Adds a condition after the others, written as the last one is.
    case addAssertion(String)
    /// Removes one condition.
    case removeAssertion(index: Int)
    /// Sets one capture: what follows `# @capture`.
    case setCapture(index: Int, text: String)
    /// Adds a capture after the others.
    case addCapture(String)
    /// Removes one capture.
    case removeCapture(index: Int)
    /// Replaces the whole block, from its `###` line to the next.
    case replaceText(String)
}

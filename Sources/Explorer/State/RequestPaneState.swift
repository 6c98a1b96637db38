package import Collections

/// The request pane: which request, which tab, which row, and what is being edited.
package struct RequestPaneState: Equatable, Sendable {
    /// The request that is open; `nil` before one was selected.
    package var key: RequestKey?
    /// The tab.
    package var tab = RequestTab.params
    /// Whether the cursor is on the line with method and URL rather than in the tab.
    package var isOnTarget = true
    /// The cursor in each tab.
    package var scrolls: [RequestTab: Scroll] = [:]
    /// What is being typed, if anything.
    package var editing: Editing?

    /// Creates a pane without a request.
    package init() {}

    /// The cursor in the tab that is shown.
    package var scroll: Scroll {
        get { scrolls[tab] ?? Scroll() }
        set { scrolls[tab] = newValue }
    }
}

/// What is being typed in the request pane.
package struct Editing: Equatable, Sendable {
    /// What the text becomes when it is kept.
    package enum Subject: Equatable, Sendable {
        /// The URL.
        case url
        /// A query parameter by its place; `nil` for a new one. Inputs: name, value.
        case queryItem(Int?)
        /// A header field by its place; `nil` for a new one. Inputs: name, value.
        case field(Int?)
        /// The body's text.
        case body
        /// The path of the file that is the body.
        case bodyFile(isTemplated: Bool)
        /// The value of a token whose kind was just chosen.
        case newToken(TokenSetting)
        /// The name of a query, body or field token.
        case tokenName
        /// The value of the token, as template text.
        case tokenValue
        /// Credentials of a scheme that was just chosen. Inputs: user, password.
        case newAuthorization(String)
        /// A part of the field `Authorization`, by its place.
        case authPart(Int)
        /// The value of a directive, such as `timeout`.
        case directive(String)
        /// One of several directives of a name by its place among all; `nil` for a new one.
        case listedDirective(String, Int?)
        /// A condition by its place; `nil` for a new one.
        case assertion(Int?)
        /// A capture by its place; `nil` for a new one.
        case capture(Int?)
        /// The whole block of the request as text, from its `###` line on.
        case requestText
        /// The query of a GraphQL body.
        case graphQLQuery
        /// The variables of a GraphQL body.
        case graphQLVariables

        /// A row of a form by its place; `nil` for a new one. Inputs: name, value.
        case formItem(Int?)
        /// The value of a row of a form, in lines.
        case formValue(Int)
        /// The value of a query parameter, in lines.
        case queryValue(Int)

        /// Whether the text has several lines and fills the pane.
        package var isMultiline: Bool {
            switch self {
            case .body, .requestText, .graphQLQuery, .graphQLVariables, .formValue, .queryValue:
                true
            default: false
            }
        }
    }

    /// What the text becomes when it is kept.
    package var subject: Subject
    /// One buffer for each input.
    package var inputs: [TextBuffer]
    /// Which input has the caret.
    package var current = 0
    /// Why the text was refused, if it was.
    package var problem: String?
    /// What is wrong with the text as it is now; nothing is refused for it while it is typed.
    package var fault: String?
    /// What can stand at the caret, while it is shown.
    package var suggestions: Suggestions?
    /// The line at the top of the editor.
    package var topLine = 0

    /// Starts an edit.
    package init(_ subject: Subject, _ inputs: [TextBuffer]) {
        self.subject = subject
        self.inputs = inputs
    }

    /// The input with the caret.
    package var buffer: TextBuffer {
        get { inputs[current] }
        set { inputs[current] = newValue }
    }
}

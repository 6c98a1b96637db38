package import HTTPModel

/// One request of an `.http` file as written: templates are not filled in.
///
/// A value for reading; to change it, apply a `RequestEdit` to its file.
package struct SavedRequest: Sendable, Equatable {
    /// What lists show of it.
    package var outline: RequestOutline
    /// Whether `name` was written by a person.
    package var isNamed = false
    /// Where the request line is.
    package var requestLine: TextLocation
    /// Where the URL begins in the request line, in characters from 1.
    var urlColumn: Int
    /// The lines of the block, from 1, upper bound excluded.
    package var lines: Range<Int>
    /// How to send it, in memory that copies share.
    var sharedSettings = SharedSettings()
    /// What only some requests say, in memory that copies share.
    private var details = SharedDetails()

    /// A request of which only the lines are known.
    init(lines: Range<Int>) {
        let start = TextLocation(line: lines.lowerBound, column: 1)
        outline = RequestOutline(location: start)
        requestLine = start
        urlColumn = start.column
        self.lines = lines
    }
}

// What lists show.
extension SavedRequest {
    /// `dir/file.http#name`, unique in its collection; unnamed requests have their number for a name.
    package var id: String {
        get { outline.id }
        set { outline.id = newValue }
    }

    /// The position among the requests of its file, from 0.
    package var index: Int {
        get { outline.index }
        set { outline.index = newValue }
    }

    /// The value of `# @name`, else the text after `###`, else method and URL.
    package var name: String {
        get { outline.name }
        set { outline.name = newValue }
    }

    /// The text after `###`; empty when there is none.
    package var title: String {
        get { outline.title }
        set { outline.title = newValue }
    }

    /// The method as written; `GET` when left out.
    package var method: String {
        get { outline.method }
        set { outline.method = newValue }
    }

    /// The URL as written, the lines of a long query joined, without disabled query items.
    package var url: String {
        get { outline.url }
        set { outline.url = newValue }
    }

    /// Values of `# @tag`, in order.
    package var tags: [String] {
        get { outline.tags }
        set { outline.tags = newValue }
    }

    /// Where the block begins: its `###` line, or the first line that is not blank.
    package var location: TextLocation {
        get { outline.location }
        set { outline.location = newValue }
    }

    /// Where the URL begins.
    var urlLocation: TextLocation { TextLocation(line: requestLine.line, column: urlColumn) }
}

// What only some requests say.
extension SavedRequest {
    /// The plain comments before the request line, without their markers, lines joined by LF.
    package var comment: String {
        get { details.box?.value.comment ?? "" }
        set { details.own().value.comment = newValue }
    }

    /// The items of the query in order, disabled ones included.
    package var queryItems: [SavedQueryItem] {
        get { details.box?.value.queryItems ?? [] }
        _modify { yield &details.own().value.queryItems }
    }

    /// The fields in order, disabled ones included.
    package var fields: [SavedField] {
        get { details.box?.value.fields ?? [] }
        _modify { yield &details.own().value.fields }
    }

    /// The content.
    package var body: SavedBody {
        get { details.box?.value.body ?? .none }
        set { details.own().value.body = newValue }
    }

    /// The place where the content begins; `nil` when there is none.
    var bodyLocation: TextLocation? {
        get { details.box?.value.bodyLocation }
        set { details.own().value.bodyLocation = newValue }
    }

    /// What `# @token` says; `nil` leaves it to the collection.
    package var token: TokenSetting? {
        get { details.box?.value.token }
        set { details.own().value.token = newValue }
    }

    /// How to send it, as far as the request says.
    package var settings: RequestSettings {
        _read { yield sharedSettings.value }
        _modify { yield &sharedSettings.value }
    }

    /// What must hold of the exchange.
    package var assertions: [Assertion] {
        get { details.box?.value.assertions ?? [] }
        _modify { yield &details.own().value.assertions }
    }

    /// What to keep from the exchange for later requests.
    package var captures: [Capture] {
        get { details.box?.value.captures ?? [] }
        _modify { yield &details.own().value.captures }
    }

    /// All directives in order, those above and unknown ones too.
    package var directives: [Directive] {
        get { details.box?.value.directives ?? [] }
        _modify { yield &details.own().value.directives }
    }

    /// Scripts and foreign checks that are kept but not run, as written.
    package var notRun: [String] {
        get { details.box?.value.notRun ?? [] }
        _modify { yield &details.own().value.notRun }
    }
}

/// One name and value of a query, as written: encoded and with templates.
package struct SavedQueryItem: Sendable, Hashable {
    /// The part before the first `=`.
    package var name: String
    /// The part after it; `nil` when there is no `=`.
    package var value: String?
    /// Whether it is sent; a disabled one stands on a comment line.
    package var isEnabled: Bool
    /// Where it is.
    package var location: TextLocation

    /// Creates an item.
    package init(name: String, value: String?, isEnabled: Bool = true, location: TextLocation) {
        self.name = name
        self.value = value
        self.isEnabled = isEnabled
        self.location = location
    }
}

/// One field, as written.
package struct SavedField: Sendable, Hashable {
    /// The field name.
    package var name: String
    /// The value, without blanks around it; indented lines that continue it are joined by a space.
    package var value: String
    /// Whether it is sent; a disabled one stands on a comment line.
    package var isEnabled: Bool
    /// Where the name begins.
    package var location: TextLocation

    /// Creates a field.
    package init(name: String, value: String, isEnabled: Bool = true, location: TextLocation) {
        self.name = name
        self.value = value
        self.isEnabled = isEnabled
        self.location = location
    }
}

/// The content of a saved request.
package enum SavedBody: Sendable, Hashable {
    /// No content.
    case none
    /// The lines as written, templates included, without the blank lines at the end.
    ///
    /// A line `< path` or `<@ path` among them stands for the content of that file.
    case text(String)
    /// The content of a file; templates in it are filled in only when it was written `<@`.
    case file(path: String, isTemplated: Bool)
}

/// What a request or a collection says about the token, values as templates.
package enum TokenSetting: Sendable, Hashable {
    /// `bearer VALUE`.
    case bearer(String)
    /// `query NAME VALUE`.
    case query(name: String, value: String)
    /// `body NAME VALUE`.
    case body(name: String, value: String)
    /// `header NAME VALUE`.
    case field(name: String, value: String)
    /// `none`: no token, also when the collection has one.
    case none
}

/// How to send a request, as far as its directives say; `nil` means they do not.
package struct RequestSettings: Sendable, Equatable {
    /// `# @timeout`: the limit on the whole exchange, and on each pause in it.
    package var timeout: Duration?
    /// `# @connection-timeout`.
    package var connectTimeout: Duration?
    /// `# @headers-timeout`: from the request's last byte to the end of the response's head.
    package var headersTimeout: Duration?
    /// `# @idle-timeout`: the longest pause while content moves.
    package var idleTimeout: Duration?
    /// `# @total-timeout`: the limit on the whole exchange alone.
    package var totalTimeout: Duration?
    /// `# @content-limit`: the most bytes of content that a response may have.
    package var contentLimitInBytes: Int?
    /// `# @no-redirect`: the redirect itself is the response.
    package var isFollowingRedirects = true
    /// `# @insecure`: the server's certificate is not checked.
    package var isInsecure = false
    /// `# @no-cookie-jar`: cookies are neither stored nor sent.
    package var usesCookieJar = true
    /// `HTTP/1.1` or `HTTP/2` at the end of the request line.
    package var version: RequestOptions.VersionPolicy?
    /// `# @proxy`.
    package var proxy: String?
    /// `# @tls-…`.
    package var tls = TLSSetting()
    /// `# @unix-socket`: what to connect to instead of the host.
    package var unixSocket: String?
    /// `# @resolve` lines: `host:port:address`, in order.
    package var resolve: [String] = []
    /// `# @connect-to` lines: `host:port:host:port`, in order.
    package var connectTo: [String] = []
    /// `# @note`: the request is sent only after a person said so; the text to show, which may be empty.
    package var note: String?
    /// `# @prompt` lines, in order.
    package var prompts: [Prompt] = []

    /// `# @ref` and `# @forceRef`: the requests to send first, by name, and where each is written.
    package var requiredRequests: [Directive] = []
    /// `# @graphql`: the content is a GraphQL query, to be sent as JSON.
    package var isGraphQL = false
    /// `# @operation`: the operation of a GraphQL document to run.
    package var graphQLOperation: String?
    /// `# @auth basic` and the like: the field to send when the request has none of the name.
    package var authorization: SavedField?

    /// Creates settings that say nothing.
    package init() {}
}

/// A variable that is asked for before the request is sent.
package struct Prompt: Sendable, Hashable {
    /// The name of the variable.
    package var name: String
    /// What to show; empty when the file says nothing.
    package var message: String

    /// Creates a prompt.
    package init(name: String, message: String = "") {
        self.name = name
        self.message = message
    }
}

/// One `# @name value` line.
package struct Directive: Sendable, Hashable {
    /// The name without the `@`, as written.
    package var name: String
    /// The rest of the line without blanks around it; empty when there is none.
    package var value: String
    /// Where the `@` is.
    package var location: TextLocation

    /// Creates a directive.
    package init(name: String, value: String, location: TextLocation) {
        self.name = name
        self.value = value
        self.location = location
    }
}

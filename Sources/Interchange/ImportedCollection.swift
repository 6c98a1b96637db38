package import Collections
package import HTTPModel

/// What a foreign file holds, in the vocabulary of request files.
///
/// Texts are templates in Apus' spelling: `{{name}}` is a variable, whatever the foreign tool writes.
package struct ImportedCollection: Sendable, Equatable {
    /// The format the file is in.
    package var format: ForeignFormat
    /// The collection's own name; empty when it has none.
    package var name: String
    /// The requests in file order.
    package var requests: [ImportedRequest]
    /// The variables that hold for all requests of the file, in order.
    package var variables: [ImportedVariable]
    /// The environments defined in the file.
    package var environments: [ImportedEnvironment]
    /// What of the file as a whole could not be carried over, one sentence each.
    package var notes: [String]

    /// Creates an empty collection.
    package init(format: ForeignFormat, name: String = "") {
        self.format = format
        self.name = name
        requests = []
        variables = []
        environments = []
        notes = []
    }
}

/// A variable of a foreign file.
package struct ImportedVariable: Sendable, Hashable {
    /// The name, fit for `{{name}}`.
    package var name: String
    /// The value, a template.
    package var value: String
    /// Whether the foreign tool marks the value as a secret.
    package var isSecret: Bool

    /// Creates a variable.
    package init(name: String, value: String, isSecret: Bool = false) {
        self.name = name
        self.value = value
        self.isSecret = isSecret
    }
}

/// A named set of variables of a foreign file.
package struct ImportedEnvironment: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The variables that are switched on, in order; of equal names the last holds.
    package var variables: [ImportedVariable]

    /// Creates an environment.
    package init(name: String, variables: [ImportedVariable] = []) {
        self.name = name
        self.variables = variables
    }
}

/// A name with its value, as a field, a query item or an item of a form.
package struct ImportedPair: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The value; `nil` when there is none, which in a query leaves out the `=`.
    package var value: String?
    /// Whether it is sent.
    package var isEnabled: Bool

    /// Creates a pair.
    package init(_ name: String, _ value: String?, isEnabled: Bool = true) {
        self.name = name
        self.value = value
        self.isEnabled = isEnabled
    }
}

/// One part of multipart content.
package struct ImportedPart: Sendable, Hashable {
    /// What a part holds.
    package enum Content: Sendable, Hashable {
        /// Text, a template.
        case text(String)
        /// The content of a file.
        case file(path: String)
    }

    /// The name of the form item.
    package var name: String
    /// What it holds.
    package var content: Content
    /// The file name to tell the server; `nil` for none, or that of the file.
    package var fileName: String?
    /// The media type, when the foreign file says one.
    package var mediaType: String?
    /// Whether it is sent.
    package var isEnabled: Bool

    /// Creates a part.
    package init(
        _ name: String,
        _ content: Content,
        fileName: String? = nil,
        mediaType: String? = nil,
        isEnabled: Bool = true
    ) {
        self.name = name
        self.content = content
        self.fileName = fileName
        self.mediaType = mediaType
        self.isEnabled = isEnabled
    }
}

/// The content of a foreign request.
package enum ImportedBody: Sendable, Hashable {
    /// No content.
    case none
    /// Text as it is sent, a template.
    case text(String)
    /// The content of a file.
    case file(path: String)
    /// `application/x-www-form-urlencoded` items, not encoded yet.
    case form([ImportedPair])
    /// `multipart/form-data` parts.
    case multipart([ImportedPart])
    /// A GraphQL query with its variables as JSON text; empty for none.
    case graphQL(query: String, variables: String)
}

/// A script or check that is kept as text and not run.
package struct ImportedScript: Sendable, Hashable {
    /// When the foreign tool runs it.
    package enum Moment: Sendable, Hashable {
        /// Before the request is sent.
        case before
        /// When the response is there.
        case after
    }

    /// When it runs.
    package var moment: Moment
    /// The program text.
    package var text: String

    /// Creates a script.
    package init(_ moment: Moment, _ text: String) {
        self.moment = moment
        self.text = text
    }
}

/// A request of a foreign file.
package struct ImportedRequest: Sendable, Equatable {
    /// The name; empty when the file gives none.
    package var name: String
    /// The folders around it, outermost first.
    package var folders: [String] = []
    /// What the file says about it, for people.
    package var summary = ""
    /// The method.
    package var method: String
    /// The URL with its enabled query, a template.
    package var url: String
    /// Query items that are not sent.
    package var disabledQuery: [ImportedPair] = []
    /// The fields in order.
    package var fields: [ImportedPair] = []
    /// The content.
    package var body = ImportedBody.none
    /// The token, where it is one of the four kinds.
    package var token: TokenSetting?
    /// Further directives: name and value.
    package var directives: [ImportedPair] = []
    /// Conditions in Apus' spelling, as after `# @assert`.
    package var assertions: [String] = []
    /// Captures in Apus' spelling, as after `# @capture`.
    package var captures: [String] = []
    /// Scripts, kept as text.
    package var scripts: [ImportedScript] = []
    /// What could not be carried over, one sentence each.
    package var notes: [String] = []
    /// Where the request stands in the foreign file, as far as known.
    package var location: TextLocation?

    /// Creates a request.
    package init(name: String = "", method: String = "GET", url: String = "") {
        self.name = name
        self.method = method
        self.url = url
    }

    /// Adds a field unless one of its name is there.
    package mutating func addMissingField(_ name: String, _ value: String) {
        guard !hasField(name) else { return }
        fields.append(ImportedPair(name, value))
    }

    /// Whether an enabled field of a name is there, letter case not counted.
    package func hasField(_ name: String) -> Bool {
        fields.contains { $0.isEnabled && HTTPToken.equalsIgnoringCase($0.name, name) }
    }
}

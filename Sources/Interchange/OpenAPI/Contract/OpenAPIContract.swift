import Documents
package import HTTPModel

/// What an OpenAPI document promises: which requests a service takes and what it answers.
///
/// - SeeAlso: OpenAPI Specification 3.1.
package struct OpenAPIContract: Sendable {
    /// One method of one path.
    package struct Operation: Sendable {
        /// The method, such as `GET`.
        package var method: String
        /// The path as in the document, `{name}` for its parameters.
        package var path: String
        /// What the service answers, the usual answer first; never empty.
        package var responses: [Response]
        /// The parameters, those of the path item included.
        var parameters: [Parameter]
        var body: Body?
        /// The credentials of which one set is needed; empty when none is.
        var security: [[Credential]]
    }

    /// An answer, made of examples or of its schema.
    package struct Response: Sendable {
        /// The status code.
        package var status: Int
        /// The name of the example, where it is not the first.
        package var exampleName: String?
        /// The header section.
        package var fields: HTTPFields
        /// The content.
        package var body: Octets
    }

    /// A part of a request's head.
    struct Parameter: Sendable {
        var name: String
        /// `path`, `query`, `header` or `cookie`.
        var place: String
        var isRequired: Bool
        /// Whether a list stands in one value with commas.
        var isJoined: Bool
        var schema: OpenAPIDocument.Node?
    }

    /// The content of a request.
    struct Body: Sendable {
        var isRequired: Bool
        /// The media types that are taken, with the schemas of their values.
        var contents: [(type: String, schema: OpenAPIDocument.Node?)]
    }

    /// Where a credential stands.
    struct Credential: Sendable {
        /// `header`, `query` or `cookie`.
        var place: String
        var name: String
        /// What the value begins with, in lower case, such as `bearer `; empty for anything.
        var prefix: String
    }

    /// The name of the service.
    package var title: String
    /// The path that all paths begin with on the service's own host; empty for none.
    package var basePath: String
    /// The operations in the order of the document.
    package var operations: [Operation]
    /// References that lead nowhere, and operations without an answer.
    package var problems: [String]
    var document: OpenAPIDocument

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - octets: JSON or YAML.
    ///   - path: The path to show.
    ///   - sibling: Reads files that this one refers to.
    /// - Throws: `ImportError` when it is no OpenAPI document of a known version.
    package init(
        _ octets: Octets,
        path: String,
        sibling: @escaping @Sendable (String) -> Octets? = { _ in nil }
    ) throws(ImportError) {
        let source = ForeignSource(octets, path: path, isStructured: true, sibling: sibling)
        guard OpenAPIReader.recognizes(source) else {
            throw ImportError(.openAPI, detail: "this is no OpenAPI document")
        }
        _ = try OpenAPIReader.read(source)
        var reader = ContractReader(
            document: OpenAPIDocument(source.value ?? .null, sibling: sibling)
        )
        reader.read()
        title = reader.document.root["info"]?.text("title") ?? ""
        basePath = reader.basePath
        operations = reader.operations
        problems =
            reader.problems
            + reader.document.broken.prefix(20).map {
                "the reference \($0) leads nowhere"
            }
        document = reader.document
    }

    /// The operation that a request is for, and the values of its path's parameters.
    ///
    /// A path without braces comes before one with them.
    func operation(
        method: String,
        path: String
    ) -> (operation: Operation, values: [String: String])? {
        let found = operations.compactMap { operation in
            operation.method == method
                ? Self.values(in: path, of: operation.path).map { (operation, $0) } : nil
        }
        return found.min { $0.1.count < $1.1.count }
    }

    /// The methods that the path takes.
    func methods(ofPath path: String) -> [String] {
        operations.filter { Self.values(in: path, of: $0.path) != nil }.map(\.method)
    }

    /// The path as the document writes it, without the base path.
    func ownPath(_ path: String) -> String {
        guard !basePath.isEmpty, path.hasPrefix(basePath) else { return path }
        let rest = path.dropFirst(basePath.count)
        return rest.isEmpty || rest.hasPrefix("/") ? "/" + rest.drop { $0 == "/" } : path
    }

    private static func values(in path: String, of template: String) -> [String: String]? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == wanted.count else { return nil }
        var values: [String: String] = [:]
        for (part, pattern) in zip(parts, wanted) {
            if pattern.hasPrefix("{"), pattern.hasSuffix("}"), !part.isEmpty {
                values[String(pattern.dropFirst().dropLast())] = PercentEncoding.decode(part)
            } else if part != pattern {
                return nil
            }
        }
        return values
    }
}

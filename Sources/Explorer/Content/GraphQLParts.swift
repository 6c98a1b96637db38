import Collections
import Documents
import HTTPModel

/// A GraphQL body taken apart: the query, then after an empty line the variables.
struct GraphQLParts: Equatable {
    /// The query, without blank lines around it.
    var query: String
    /// The object of variables; empty when there is none.
    var variables: String

    /// Takes a body apart as sending does: the last line that begins with `{` behind an empty one
    /// begins the variables, if all from there on is JSON.
    init(_ text: String) {
        query = Self.trimmed(text)
        variables = ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for index in lines.indices.reversed() where index > 0 {
            guard lines[index].hasPrefix("{"), lines[index - 1].allSatisfy(\.isWhitespace) else {
                continue
            }
            let rest = Self.trimmed(lines[index...].joined(separator: "\n"))
            guard TypingCheck.jsonFault(rest) == nil else { continue }
            query = Self.trimmed(lines[..<index].joined(separator: "\n"))
            variables = rest
            return
        }
    }

    /// The body of both parts.
    var body: SavedBody {
        let query = Self.trimmed(query)
        let variables = Self.trimmed(variables)
        if query.isEmpty, variables.isEmpty { return .none }
        return .text(variables.isEmpty ? query : query + "\n\n" + variables)
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        while let first = text.first, first.isNewline { text.removeFirst() }
        return String(text)
    }
}

extension SavedRequest {
    /// The parts of the body when it is a GraphQL query; `nil` when it is none.
    var graphQLParts: GraphQLParts? {
        guard isGraphQL else { return nil }
        switch body {
        case .text(let text): return GraphQLParts(text)
        case .none: return GraphQLParts("")
        case .file: return nil
        }
    }

    /// Whether the request says that its body is a GraphQL query.
    var isGraphQL: Bool {
        if settings.isGraphQL || method.uppercased() == "GRAPHQL" { return true }
        return fields.contains {
            $0.isEnabled && HTTPToken.equalsIgnoringCase($0.name, "X-Request-Type")
                && $0.value.lowercased() == "graphql"
        }
    }
}

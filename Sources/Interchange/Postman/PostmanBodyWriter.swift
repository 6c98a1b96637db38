import Collections
import Documents
import HTTPModel

/// Writes the content of a saved request as a `body` of Postman.
struct PostmanBodyWriter {
    private enum Kind {
        case none
        case raw(String)
        case file(String)
        case form([(name: String, value: String?)])
        case multipart([ImportedPart])
        case graphQL(query: String, variables: String)
    }

    private let request: SavedRequest
    private let kind: Kind
    /// What could not be carried over.
    private(set) var notes: [String] = []

    init(_ request: SavedRequest) {
        self.request = request
        switch request.body {
        case .none: kind = .none
        case .file(let path, let isTemplated):
            kind = .file(path)
            if isTemplated { notes.append("filling in the variables of the file \(path)") }
        case .text(let text): kind = Self.kind(of: text, request)
        }
        if case .raw(let text) = kind, text.hasFileReference {
            notes.append("a line of the content that stands for a file")
        }
    }

    private static func kind(of text: String, _ request: SavedRequest) -> Kind {
        if request.isGraphQL {
            let (query, variables) = GraphQLText.parts(of: text)
            return .graphQL(query: query, variables: variables)
        }
        let mediaType = request.mediaType
        switch mediaType?.essence {
        case "application/x-www-form-urlencoded":
            return form(text).map { .form($0) } ?? .raw(text)
        case "multipart/form-data":
            let boundary = mediaType?.parameter("boundary")
            return boundary.flatMap { MultipartText.parts(of: text, boundary: $0) }
                .map { .multipart($0) } ?? .raw(text)
        default: return .raw(text)
        }
    }

    /// The items of form content, when writing them again gives the same text.
    private static func form(_ text: String) -> [(name: String, value: String?)]? {
        // Line breaks after `&` are for people; they are not sent.
        let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces }
        let joined = lines.joined()
        guard !joined.isEmpty else { return nil }
        var items: [(name: String, value: String?)] = []
        for item in joined.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = TemplateText.decodedForm(parts[0]) else { return nil }
            guard parts.count > 1 else { return nil }
            guard let value = TemplateText.decodedForm(parts[1]) else { return nil }
            items.append((name, value))
        }
        let again = items.map { item in
            TemplateText.encoded(item.name, for: .formItem) + "="
                + TemplateText.encoded(item.value ?? "", for: .formItem)
        }
        return again.joined(separator: "&") == joined ? items : nil
    }

    /// Whether Postman adds a field itself, so that it must not stand there twice.
    func implies(_ field: SavedField) -> Bool {
        switch kind {
        case .multipart: HTTPToken.equalsIgnoringCase(field.name, "Content-Type")
        case .graphQL: HTTPToken.equalsIgnoringCase(field.name, "X-REQUEST-TYPE")
        default: false
        }
    }

    /// The `body` object; `nil` for no content.
    mutating func json(_ spelling: inout PostmanSpelling) -> JSONValue? {
        switch kind {
        case .none: return nil
        case .raw(let text): return raw(spelling.text(text))
        case .file(let path): return ["mode": "file", "file": ["src": .string(path)]]
        case .form(let items):
            var list: [JSONValue] = []
            for item in items {
                list.append([
                    "key": .string(spelling.text(item.name)),
                    "value": .string(spelling.text(item.value ?? "")), "type": "text",
                ])
            }
            return ["mode": "urlencoded", "urlencoded": .array(list)]
        case .multipart(let parts):
            var list: [JSONValue] = []
            for item in parts { list.append(part(item, &spelling)) }
            return ["mode": "formdata", "formdata": .array(list)]
        case .graphQL(let query, let variables):
            return [
                "mode": "graphql",
                "graphql": [
                    "query": .string(spelling.text(query)),
                    "variables": .string(spelling.text(variables)),
                ],
            ]
        }
    }

    private func raw(_ text: String) -> JSONValue {
        var members = [JSONMember("mode", "raw"), JSONMember("raw", .string(text))]
        if let language = language {
            members.append(JSONMember("options", ["raw": ["language": .string(language)]]))
        }
        return .object(members)
    }

    private var language: String? {
        guard let essence = request.mediaType?.essence else { return nil }
        if essence == "application/json" || essence.hasSuffix("+json") { return "json" }
        if essence == "application/xml" || essence == "text/xml" || essence.hasSuffix("+xml") {
            return "xml"
        }
        return essence == "text/html" ? "html" : nil
    }

    private mutating func part(
        _ part: ImportedPart,
        _ spelling: inout PostmanSpelling
    ) -> JSONValue {
        var members = [JSONMember("key", .string(spelling.text(part.name)))]
        switch part.content {
        case .text(let text):
            members.append(JSONMember("value", .string(spelling.text(text))))
            members.append(JSONMember("type", "text"))
            if part.fileName != nil { notes.append("the file name of the part \(part.name)") }
        case .file(let path):
            members.append(JSONMember("type", "file"))
            members.append(JSONMember("src", .string(spelling.text(path))))
            let own = path.split(separator: "/").last.map(String.init)
            if let name = part.fileName, name != own {
                notes.append("the file name \(name) of the part \(part.name)")
            }
        }
        if let type = part.mediaType {
            members.append(JSONMember("contentType", .string(spelling.text(type))))
        }
        return .object(members)
    }
}

extension SavedRequest {
    /// The media type that is sent, as far as it is written out.
    var mediaType: MediaType? {
        fields.first { $0.isEnabled && HTTPToken.equalsIgnoringCase($0.name, "Content-Type") }
            .flatMap { MediaType($0.value) }
    }

    /// Whether the content is a GraphQL query.
    var isGraphQL: Bool {
        settings.isGraphQL
            || fields.contains {
                $0.isEnabled && HTTPToken.equalsIgnoringCase($0.name, "X-REQUEST-TYPE")
                    && HTTPToken.equalsIgnoringCase($0.value, "GraphQL")
            }
    }
}

/// A GraphQL query and its variables in one text.
enum GraphQLText {
    /// The query, and the object after an empty line; empty when there is none.
    static func parts(of text: String) -> (query: String, variables: String) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for i in lines.indices.reversed() where i > 0 {
            guard lines[i].hasPrefix("{"), lines[i - 1].trimmingSpaces.isEmpty else { continue }
            let rest = lines[i...].joined(separator: "\n").trimmingSpaces
            guard rest.hasSuffix("}"), (try? JSONValue(parsing: Octets(utf8: rest))) != nil
            else { continue }
            return (lines[..<i].joined(separator: "\n").trimmingSpaces, rest)
        }
        return (text.trimmingSpaces, "")
    }
}

extension String {
    /// Whether a line of it names a file whose content stands there.
    fileprivate var hasFileReference: Bool {
        split(whereSeparator: \.isNewline).contains { $0.hasPrefix("< ") || $0.hasPrefix("<@") }
    }
}

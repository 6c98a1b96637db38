package import Collections
import Documents

/// Writes saved requests as a Postman collection of version 2.1.
///
/// What Postman cannot hold is listed in `notes`; nothing is left out silently.
///
/// - SeeAlso: schema.postman.com, "Postman Collection Format v2.1.0".
package struct PostmanWriter: Sendable {
    /// Something of a request that could not be carried over.
    package struct Note: Sendable, Hashable {
        /// The request's id; empty for the collection as a whole.
        package var id: String
        /// What, a fragment.
        package var text: String
    }

    /// A folder of the collection, with its requests and folders in order.
    private struct Folder: Sendable {
        enum Item: Sendable {
            case folder(Folder)
            case request(JSONValue)
        }

        var name: String
        var items: [Item] = []

        mutating func add(_ request: JSONValue, in folders: ArraySlice<String>) {
            guard let name = folders.first else { return items.append(.request(request)) }
            let known = items.firstIndex { item in
                if case .folder(let folder) = item { folder.name == name } else { false }
            }
            if let known, case .folder(var folder) = items[known] {
                folder.add(request, in: folders.dropFirst())
                items[known] = .folder(folder)
            } else {
                var folder = Folder(name: name)
                folder.add(request, in: folders.dropFirst())
                items.append(.folder(folder))
            }
        }

        var json: JSONValue {
            .array(
                items.map { item in
                    switch item {
                    case .request(let request): request
                    case .folder(let folder): ["name": .string(folder.name), "item": folder.json]
                    }
                }
            )
        }
    }

    /// What could not be carried over, in order.
    package private(set) var notes: [Note] = []
    private let collection: RequestCollection
    private var root: Folder
    private var variables: [(name: String, value: String, isSecret: Bool)] = []
    private var seenFiles: Set<String> = []

    /// Creates an empty collection.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - collection: Where the requests are from; what its settings add to each request is added.
    package init(name: String, collection: RequestCollection) {
        self.collection = collection
        root = Folder(name: name)
    }

    /// Adds a request.
    ///
    /// - Parameters:
    ///   - selected: The request and its file, whose variables come along.
    ///   - folders: The folders to put it in, outermost first; those in its title follow.
    package mutating func add(_ selected: SelectedRequest, in folders: [String] = []) {
        if seenFiles.insert(selected.file.path).inserted {
            for variable in selected.file.source.variables {
                add(variable.name, variable.value, variable.isSecret, of: selected.file.path)
            }
        }
        var writer = PostmanItemWriter(selected.request, settings: collection.settings)
        let item = writer.item()
        notes += writer.notes.map { Note(id: selected.request.id, text: $0) }
        root.add(item, in: (folders + writer.folders)[...])
    }

    /// Adds the variables of the collection's settings, and those of an environment that are no secrets.
    package mutating func addVariables(ofEnvironment name: String?) {
        for variable in name.flatMap(collection.environment(named:))?.variables ?? []
        where !variable.isPrivate {
            add(variable.name, variable.value, false, of: nil)
        }
        for variable in collection.settings.variables {
            add(variable.name, variable.value, false, of: nil)
        }
    }

    /// The document, with two blanks a level and a line feed at its end.
    package var text: String {
        var members: [JSONMember] = [
            JSONMember(
                "info",
                [
                    "name": .string(root.name),
                    "schema":
                        "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
                ]
            ),
            JSONMember("item", root.json),
        ]
        if let token = collection.settings.token, let auth = PostmanItemWriter.auth(for: token) {
            members.append(JSONMember("auth", auth))
        }
        if !variables.isEmpty {
            let list = variables.map { variable -> JSONValue in
                guard variable.isSecret else {
                    return ["key": .string(variable.name), "value": .string(variable.value)]
                }
                return ["key": .string(variable.name), "value": "", "type": "secret"]
            }
            members.append(JSONMember("variable", .array(list)))
        }
        return JSONValue.object(members).encoded(pretty: true) + "\n"
    }

    private mutating func add(_ name: String, _ value: String, _ isSecret: Bool, of file: String?) {
        var spelling = PostmanSpelling()
        let value = spelling.text(value)
        if let known = variables.first(where: { $0.name == name }) {
            if known.value != value, let file {
                notes.append(
                    Note(id: "", text: "the variable \(name) has another value in \(file)")
                )
            }
            return
        }
        variables.append((name, value, isSecret))
        notes += spelling.notes.map { Note(id: "", text: $0) }
    }
}

/// Texts in Postman's spelling of variables.
struct PostmanSpelling {
    private static let dynamic = [
        "$uuid": "$guid", "$guid": "$guid", "$random.uuid": "$guid", "$timestamp": "$timestamp",
        "$isoTimestamp": "$isoTimestamp", "$randomInt": "$randomInt",
        "$randomInt 0 1000": "$randomInt",
    ]

    /// What Postman has nothing for.
    private(set) var notes: [String] = []

    /// `text` with variables as Postman names them.
    mutating func text(_ text: String) -> String {
        guard text.firstRange(of: "{{") != nil else { return text }
        var unknown: [String] = []
        let result = TemplateText.renaming(text) { name in
            if let known = Self.dynamic[name] { return known }
            let isReference = name.contains(".response.") || name.contains(".request.")
            if name.hasPrefix("$") || isReference { unknown.append(name) }
            return name
        }
        for name in unknown {
            let note = "the variable {{\(name)}}"
            if !notes.contains(note) { notes.append(note) }
        }
        return result
    }
}

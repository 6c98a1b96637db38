package import HTTPModel

/// What a list shows of a saved request, and what it is found by.
///
/// Kept for every request of a collection; the request itself is made from its file when it is needed.
/// Copies share their memory, and so does the request with its outline.
package struct RequestOutline: Sendable {
    private struct Parts: Hashable {
        var id = ""
        var index = 0
        var name = ""
        var title = ""
        var method = "GET"
        var url = ""
        var tags: [String] = []
        var captures: [String] = []
        var prompts: [String] = []
        var location: TextLocation
    }

    /// `@unchecked Sendable` because memory that is shared is not changed any more.
    private final class Memory: @unchecked Sendable {
        var parts: Parts

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    private var memory: Memory

    /// The outline of a request of which only the place is known.
    init(location: TextLocation) {
        memory = Memory(Parts(location: location))
    }

    private mutating func own() -> Memory {
        if !isKnownUniquelyReferenced(&memory) { memory = Memory(memory.parts) }
        return memory
    }
}

extension RequestOutline {
    /// `dir/file.http#name`, unique in its collection; unnamed requests have their number for a name.
    package var id: String {
        get { memory.parts.id }
        set { own().parts.id = newValue }
    }

    /// The position among the requests of its file, from 0.
    package var index: Int {
        get { memory.parts.index }
        set { own().parts.index = newValue }
    }

    /// The value of `# @name`, else the text after `###`, else method and URL.
    package var name: String {
        get { memory.parts.name }
        set { own().parts.name = newValue }
    }

    /// The text after `###`; empty when there is none.
    package var title: String {
        get { memory.parts.title }
        set { own().parts.title = newValue }
    }

    /// The method as written; `GET` when left out.
    package var method: String {
        get { memory.parts.method }
        set { own().parts.method = newValue }
    }

    /// The URL as written, the lines of a long query joined.
    package var url: String {
        get { memory.parts.url }
        set { own().parts.url = newValue }
    }

    /// Values of `# @tag`, in order.
    package var tags: [String] {
        get { memory.parts.tags }
        set { own().parts.tags = newValue }
    }

    /// The names that its captures give values, in order.
    package var captures: [String] {
        get { memory.parts.captures }
        set { own().parts.captures = newValue }
    }

    /// The names of the variables that are asked for, in order.
    package var prompts: [String] {
        get { memory.parts.prompts }
        set { own().parts.prompts = newValue }
    }

    /// Where the block begins.
    package var location: TextLocation {
        get { memory.parts.location }
        set { own().parts.location = newValue }
    }

    /// Whether a list shows the same of `other`: all but the place, which moves with every line above
    /// it.
    package func isListed(as other: RequestOutline) -> Bool {
        if memory === other.memory { return true }
        var parts = memory.parts
        parts.location = other.memory.parts.location
        return parts == other.memory.parts
    }
}

extension RequestOutline: Hashable {
    package static func == (left: RequestOutline, right: RequestOutline) -> Bool {
        left.memory === right.memory || left.memory.parts == right.memory.parts
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(memory.parts) }
}

/// One request of a collection by its outline, and the file it is in.
package struct OutlinedRequest: Sendable, Equatable {
    /// The file.
    package var file: RequestFile
    /// The outline.
    package var outline: RequestOutline

    /// Creates an entry of a list.
    package init(file: RequestFile, outline: RequestOutline) {
        self.file = file
        self.outline = outline
    }

    /// The request whole; its file is read again unless its requests are in memory.
    package var selected: SelectedRequest {
        SelectedRequest(file: file, request: file.source.requests[outline.index])
    }
}

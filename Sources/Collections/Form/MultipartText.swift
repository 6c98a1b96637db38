/// Content of the type `multipart/form-data` as the text of a request file.
///
/// An edit rewrites the part it means; the lines of the others stay.
///
/// - SeeAlso: RFC 7578; RFC 2046 §5.1.1.
package struct MultipartText: Equatable, Sendable {
    /// What a part holds.
    package enum Content: Equatable, Sendable {
        /// Text, templates included.
        case text(String)
        /// The content of a file; templates in it are filled in only when it was written `<@`.
        case file(path: String, isTemplated: Bool)
    }

    /// One part.
    package struct Part: Equatable, Sendable {
        /// The lines of its head, without the empty one behind.
        fileprivate var head: [String]
        /// The lines of its content.
        fileprivate var body: [String]

        /// The name of the form's field; empty when the part has none.
        package var name: String { Self.parameter("name", of: head) ?? "" }
        /// The name of the file that is sent along; `nil` for none.
        package var fileName: String? { Self.parameter("filename", of: head) }
        /// The media type; `nil` when the part does not say.
        package var mediaType: String? {
            head.first { $0.lowercased().hasPrefix("content-type:") }.map {
                $0.dropFirst("content-type:".count).trimmingSpace
            }
        }

        /// What the part holds.
        package var content: Content {
            if body.count == 1, body[0].hasPrefix("< ") {
                return .file(path: body[0].dropFirst(2).trimmingSpace, isTemplated: false)
            }
            if body.count == 1, body[0].hasPrefix("<@ ") {
                return .file(path: body[0].dropFirst(3).trimmingSpace, isTemplated: true)
            }
            return .text(body.joined(separator: "\n"))
        }

        private static func parameter(_ name: String, of head: [String]) -> String? {
            let line = head.first { $0.lowercased().hasPrefix("content-disposition:") }
            guard let line,
                let start = line.firstRange(of: " \(name)=\"") ?? line.firstRange(of: ";\(name)=\"")
            else { return nil }
            var value = ""
            var isEscaped = false
            for character in line[start.upperBound...] {
                if !isEscaped, character == "\"" { return value }
                isEscaped = !isEscaped && character == "\\"
                if !isEscaped { value.append(character) }
            }
            return nil
        }
    }

    /// What stands before the first delimiter.
    private var preamble: [String]
    /// The parts in order.
    package private(set) var parts: [Part]
    /// The last delimiter, and what stands behind it; empty when it is missing.
    private var epilogue: [String]
    /// The delimiter's name.
    private let boundary: String

    /// Takes a text apart.
    ///
    /// - Returns: `nil` when the text is not empty and holds no delimiter.
    package init?(_ text: String, boundary: String) {
        self.boundary = boundary
        preamble = []
        parts = []
        epilogue = []
        let lines = text.replacing("\r\n", with: "\n").split(
            separator: "\n",
            omittingEmptySubsequences: false
        ).map(String.init)
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        var current: [String]?
        for (index, line) in lines.enumerated() {
            let mark = line.trimmingSpace
            if mark == "--\(boundary)--" {
                if let current { parts.append(Self.part(current)) }
                current = nil
                epilogue = Array(lines[index...])
                break
            }
            if mark == "--\(boundary)" {
                if let current { parts.append(Self.part(current)) }
                current = []
            } else if current != nil {
                current?.append(line)
            } else {
                preamble.append(line)
            }
        }
        if let current { parts.append(Self.part(current)) }
        if parts.isEmpty, epilogue.isEmpty { return nil }
    }

    /// The text of all parts; empty when there is none.
    package var text: String {
        guard !parts.isEmpty else { return "" }
        var lines = preamble
        for part in parts { lines += ["--\(boundary)"] + part.head + [""] + part.body }
        return (lines + (epilogue.isEmpty ? ["--\(boundary)--"] : epilogue)).joined(separator: "\n")
    }

    /// Sets name and content of a part; a file gives its name, and its type when the part had a file's.
    package mutating func set(_ index: Int, name: String, _ content: Content, mediaType: String?) {
        let old = parts[index]
        var part = Self.made(name, content, mediaType: mediaType)
        // Fields beside the usual ones stay, and a type that a person chose.
        part.head += old.head.filter { line in
            let line = line.lowercased()
            return !line.hasPrefix("content-disposition:") && !line.hasPrefix("content-type:")
        }
        if old.content == content {
            part.head.removeAll { $0.hasPrefix("Content-Type:") }
            part.head += old.head.filter { $0.lowercased().hasPrefix("content-type:") }
        }
        parts[index] = part
    }

    /// Adds a part at the end.
    package mutating func add(name: String, _ content: Content, mediaType: String?) {
        parts.append(Self.made(name, content, mediaType: mediaType))
    }

    /// Removes a part.
    package mutating func remove(_ index: Int) {
        parts.remove(at: index)
    }

    /// Adds a copy of a part behind it.
    package mutating func duplicate(_ index: Int) {
        parts.insert(parts[index], at: index + 1)
    }

    /// Puts one part where another is.
    package mutating func move(_ index: Int, to other: Int) {
        parts.insert(parts.remove(at: index), at: other)
    }

    private static func part(_ lines: [String]) -> Part {
        let end = lines.firstIndex { $0.trimmingSpace.isEmpty } ?? lines.endIndex
        let head = Array(lines[..<end])
        return Part(head: head, body: Array(lines[min(end + 1, lines.endIndex)...]))
    }

    private static func made(_ name: String, _ content: Content, mediaType: String?) -> Part {
        var disposition = "Content-Disposition: form-data; name=\"\(quoted(name))\""
        var body: [String]
        var type: String?
        switch content {
        case .text(let text):
            body = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        case .file(let path, let isTemplated):
            let file = path.split(separator: "/").last.map(String.init) ?? path
            disposition += "; filename=\"\(quoted(file))\""
            type = mediaType
            body = [(isTemplated ? "<@ " : "< ") + path]
        }
        return Part(head: [disposition] + (type.map { ["Content-Type: \($0)"] } ?? []), body: body)
    }

    private static func quoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

package import Collections
import HTTPModel

/// The content of a request as the rows of a form.
package enum FormContent: Equatable, Sendable {
    /// Names and values in one line of text.
    case urlEncoded(FormText)
    /// Parts between delimiters.
    case multipart(MultipartText)

    /// A row of the form as people read it.
    struct Entry: Equatable {
        /// The name.
        var name: String
        /// The value; a path behind `< ` for a file.
        var value: String
        /// What else the part says, such as its media type.
        var detail = ""
    }

    /// The rows that are sent.
    var entries: [Entry] {
        switch self {
        case .urlEncoded(let form):
            return form.items.map {
                Entry(name: QueryText.decoded($0.name), value: QueryText.decoded($0.value ?? ""))
            }
        case .multipart(let form):
            return form.parts.map { part in
                switch part.content {
                case .text(let text):
                    return Entry(name: part.name, value: text, detail: part.mediaType ?? "")
                case .file(let path, let isTemplated):
                    let mark = isTemplated ? "<@ " : "< "
                    return Entry(name: part.name, value: mark + path, detail: part.mediaType ?? "")
                }
            }
        }
    }

    /// The text of the body.
    var text: String {
        switch self {
        case .urlEncoded(let form): form.text
        case .multipart(let form): form.text
        }
    }

    /// The body of a request that sends the form.
    var body: SavedBody { text.isEmpty ? .none : .text(text) }

    /// Sets a row, or adds one.
    mutating func set(_ index: Int?, name: String, value: String) {
        switch self {
        case .urlEncoded(var form):
            let encoded = QueryText.encoded(name)
            // `a` without `=` stays so until it gets a value.
            let hadValue = index.map { form.items[$0].value != nil } ?? true
            let text = value.isEmpty && !hadValue ? nil : QueryText.encoded(value)
            if let index {
                form.set(index, name: encoded, value: text)
            } else {
                form.add(name: encoded, value: text)
            }
            self = .urlEncoded(form)
        case .multipart(var form):
            let (content, type) = Self.content(of: value)
            if let index {
                form.set(index, name: name, content, mediaType: type)
            } else {
                form.add(name: name, content, mediaType: type)
            }
            self = .multipart(form)
        }
    }

    /// Removes a row.
    mutating func remove(_ index: Int) {
        switch self {
        case .urlEncoded(var form):
            form.remove(index)
            self = .urlEncoded(form)
        case .multipart(var form):
            form.remove(index)
            self = .multipart(form)
        }
    }

    /// Puts a row where another is.
    mutating func move(_ index: Int, to other: Int) {
        switch self {
        case .urlEncoded(var form):
            form.move(index, to: other)
            self = .urlEncoded(form)
        case .multipart(var form):
            form.move(index, to: other)
            self = .multipart(form)
        }
    }

    /// Adds a copy of a row behind it.
    mutating func duplicate(_ index: Int) {
        switch self {
        case .urlEncoded(var form):
            let item = form.items[index]
            form.add(name: item.name, value: item.value)
            for place in stride(from: form.items.count - 1, to: index + 1, by: -1) {
                form.move(place, to: place - 1)
            }
            self = .urlEncoded(form)
        case .multipart(var form):
            form.duplicate(index)
            self = .multipart(form)
        }
    }

    private static func content(of value: String) -> (MultipartText.Content, mediaType: String?) {
        for (mark, isTemplated) in [("< ", false), ("<@ ", true)] where value.hasPrefix(mark) {
            let path = String(value.dropFirst(mark.count)).trimmingBlanks
            guard !path.isEmpty else { continue }
            let type = MediaType.essence(ofFileNamed: path)
            return (.file(path: path, isTemplated: isTemplated), type)
        }
        return (.text(value), nil)
    }
}

extension SavedRequest {
    /// The body as a form, by the type of the content; `nil` when it is none or comes from a file.
    package var form: FormContent? {
        let text: String
        switch body {
        case .none: text = ""
        case .text(let present): text = present
        case .file: return nil
        }
        guard let type = contentType.flatMap({ MediaType($0) }) else { return nil }
        switch type.essence {
        case "application/x-www-form-urlencoded":
            let lines = text.split(separator: "\n")
            if lines.contains(where: { $0.hasPrefix("< ") || $0.hasPrefix("<@ ") }) { return nil }
            return .urlEncoded(FormText(text))
        case "multipart/form-data":
            guard let boundary = type.parameter("boundary") else { return nil }
            return MultipartText(text, boundary: boundary).map { .multipart($0) }
        default:
            return nil
        }
    }

    /// The value of the field `Content-Type`; `nil` when the request has none.
    var contentType: String? {
        fields.last {
            $0.isEnabled && HTTPToken.equalsIgnoringCase($0.name, "Content-Type")
        }?.value
    }

    /// The rows of the form that are off: they stand in `# @form-off NAME=VALUE&…`.
    var offEntries: [FormContent.Entry] {
        guard let text = value(ofDirective: "form-off"), !text.isEmpty else { return [] }
        return FormText(text).items.map {
            FormContent.Entry(
                name: QueryText.decoded($0.name),
                value: QueryText.decoded($0.value ?? "")
            )
        }
    }

    /// The directive that keeps rows which are off; `nil` for none.
    func offText(_ entries: [FormContent.Entry]) -> String? {
        guard !entries.isEmpty else { return nil }
        return entries.map {
            "\(QueryText.encoded($0.name))=\(QueryText.encoded($0.value))"
        }.joined(separator: "&")
    }
}

import HTTPModel

/// Content as a command line can name it.
enum CurlContent: Equatable {
    /// No content.
    case none
    /// These octets.
    case octets(Octets)
    /// What a file holds.
    case file(String)
    /// A form.
    case form(MultipartForm)
    /// What only the program knows; who runs the command provides it on standard input.
    case standardInput

    /// The content of a request.
    init(_ body: RequestBody) {
        switch body {
        case .none: self = .none
        case .octets(let octets): self = .octets(octets)
        case .file(let path): self = .file(path)
        case .multipart(let form): self = .form(form)
        case .stream: self = .standardInput
        }
    }

    /// The content of a request that was sent.
    init(_ sent: SentRequest) {
        switch sent.contentReference?.origin {
        case nil: self = sent.body.isEmpty ? .none : .octets(sent.body)
        case .file(let path): self = .file(path)
        case .multipart, .stream: self = .standardInput
        }
    }
}

/// Content as options of `curl`.
struct CurlContentText {
    let content: CurlContent
    let redaction: CurlRedaction

    /// Arguments above this many bytes are more than Linux takes (`MAX_ARG_STRLEN`).
    private static let argumentLimit = 100_000

    /// What goes before the command: a program that writes the content; empty when none is needed.
    var source: String { octetParts.source }

    /// The options.
    var parts: [String] {
        switch content {
        case .none: []
        case .octets: ["--data-binary \(octetParts.argument)"]
        case .file(let path): ["--data-binary \(ShellQuoting.quoted("@" + path))"]
        case .form(let form): form.parts.map { option(for: $0) }
        case .standardInput: ["--data-binary @-"]
        }
    }

    private var octetParts: (source: String, argument: String) {
        guard case .octets(let octets) = content else { return ("", "") }
        guard let plain = octets.validText, !plain.utf8.contains(0) else {
            return (ShellQuoting.printing(shown(octets)) + " | ", "@-")
        }
        let shown = redaction.text(plain)
        // In front of a text an at sign would name a file.
        if shown.utf8.count > Self.argumentLimit || shown.hasPrefix("@") {
            return ("printf %s \(ShellQuoting.quoted(shown)) | ", "@-")
        }
        return ("", ShellQuoting.quoted(shown))
    }

    /// Octets that are no text without what of them is hidden, each taken for one character.
    private func shown(_ octets: Octets) -> Octets {
        let text = String(String.UnicodeScalarView(octets.lazy.map { Unicode.Scalar($0) }))
        let shown = redaction.text(text)
        guard shown != text else { return octets }
        return Octets(
            shown.unicodeScalars.flatMap { scalar in
                UInt8(exactly: scalar.value).map { [$0] } ?? Array(String(scalar).utf8)
            }
        )
    }

    /// The text of a part without what of it is hidden, be it for the name of the part.
    private func shown(_ text: String, of name: String) -> String {
        let lead = Array((name + "=").utf8)
        let probe = Array(redaction.text(name + "=x").utf8)
        guard !text.isEmpty, probe.starts(with: lead), probe.count != lead.count + 1 else {
            return redaction.text(text)
        }
        return String(decoding: probe.dropFirst(lead.count), as: UTF8.self)
    }

    private func option(for part: MultipartForm.Part) -> String {
        var attributes = ""
        if let filename = part.filename { attributes += ";filename=\(Self.escaped(filename))" }
        if let mediaType = part.mediaType { attributes += ";type=\(mediaType)" }
        for field in part.fields {
            let line = "\(field.name): \(redaction.field(field))"
            attributes += ";headers=\(Self.escaped(line))"
        }
        let value: String
        switch part.content {
        case .octets(let octets):
            guard let text = octets.validText, !text.utf8.contains(0) else {
                // Octets that no argument can hold have to be put into a file first.
                value = "@FILE"
                break
            }
            if attributes.isEmpty {
                let plain = "\(part.name)=\(shown(text, of: part.name))"
                return "--form-string " + ShellQuoting.quoted(plain)
            }
            value = Self.escaped(shown(text, of: part.name))
        case .file(let path): value = (part.filename == nil ? "<" : "@") + Self.escaped(path)
        case .stream: value = "@-"
        }
        return "-F " + ShellQuoting.quoted("\(part.name)=\(value)\(attributes)")
    }

    /// A text in the double quotes of form options.
    private static func escaped(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}

import HTTPModel

/// Multipart content as it is written in a request file.
enum MultipartText {
    private static let defaultBoundary = "apus-boundary"

    /// Gives the request a multipart media type whose boundary occurs in no part.
    static func setMediaType(of request: inout ImportedRequest, _ parts: [ImportedPart]) {
        let index = request.fields.firstIndex {
            $0.isEnabled && HTTPToken.equalsIgnoringCase($0.name, "Content-Type")
        }
        let given = index.flatMap { request.fields[$0].value }.flatMap { MediaType($0) }
        if let given, given.type == "multipart", given.parameter("boundary") != nil { return }
        let essence = given?.type == "multipart" ? given?.essence : nil
        let value = "\(essence ?? "multipart/form-data"); boundary=\(boundary(for: parts))"
        if let index {
            request.fields[index].value = value
        } else {
            request.fields.append(ImportedPair("Content-Type", value))
        }
    }

    /// The parts with their delimiters; `nil` when none is sent.
    static func content(of parts: [ImportedPart], in request: ImportedRequest) -> String? {
        let sent = parts.filter(\.isEnabled)
        let mediaType = request.fields.first {
            $0.isEnabled && HTTPToken.equalsIgnoringCase($0.name, "Content-Type")
        }
        let boundary =
            mediaType?.value.flatMap { MediaType($0) }?.parameter("boundary") ?? defaultBoundary
        guard !sent.isEmpty else { return nil }
        var lines: [String] = []
        for part in sent {
            lines.append("--\(boundary)")
            var named = part
            if case .file(let path) = part.content, part.fileName == nil {
                named.fileName = lastComponent(of: path)
            }
            lines.append("Content-Disposition: \(disposition(of: named))")
            if let type = part.mediaType, !type.isEmpty {
                lines.append("Content-Type: \(HTTPFileText.oneLine(type))")
            }
            lines.append("")
            switch part.content {
            case .text(let text): lines.append(text)
            case .file(let path): lines.append("< \(HTTPFileText.oneLine(path))")
            }
        }
        lines.append("--\(boundary)--")
        return lines.joined(separator: "\n")
    }

    /// The parts of form data as they are written in a request file.
    ///
    /// - Returns: The parts; `nil` when something in the text is no part of a form that is written as
    ///   `content` writes it.
    static func parts(of text: String, boundary: String) -> [ImportedPart]? {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        var parts: [ImportedPart] = []
        var i = 0
        guard lines.first == "--\(boundary)" else { return nil }
        while i < lines.count, lines[i] == "--\(boundary)" {
            guard let blank = lines[i...].firstIndex(of: ""),
                let end = lines[blank...].firstIndex(where: { $0.hasPrefix("--\(boundary)") }),
                let part = part(fields: lines[(i + 1)..<blank], content: lines[(blank + 1)..<end])
            else { return nil }
            parts.append(part)
            i = end
        }
        let rest = lines[i...]
        guard rest.first == "--\(boundary)--", rest.dropFirst().allSatisfy({ $0.isEmpty }) else {
            return nil
        }
        return parts
    }

    private static func part(
        fields: ArraySlice<String>,
        content: ArraySlice<String>
    ) -> ImportedPart? {
        var part = ImportedPart("", .text(content.joined(separator: "\n")))
        if content.count == 1, let line = content.first, line.hasPrefix("< ") {
            part.content = .file(path: String(line.dropFirst(2)).trimmingSpaces)
        } else if content.contains(where: { $0.hasPrefix("< ") || $0.hasPrefix("<@") }) {
            return nil
        }
        var hasName = false
        for field in fields {
            guard let colon = field.firstIndex(of: ":") else { return nil }
            let value = field[field.index(after: colon)...].trimmingSpaces
            switch field[..<colon].lowercased() {
            case "content-disposition":
                guard value.hasPrefix("form-data;"), let name = parameter("name", of: value) else {
                    return nil
                }
                hasName = true
                part.name = name
                part.fileName = parameter("filename", of: value)
                // What is written in another way is kept as text.
                guard disposition(of: part).withoutBlanks == value.withoutBlanks else { return nil }
            case "content-type": part.mediaType = value
            default: return nil
            }
        }
        return hasName ? part : nil
    }

    /// The value of a parameter in quotes.
    private static func parameter(_ name: String, of field: String) -> String? {
        for piece in ["; \(name)=\"", ";\(name)=\""] {
            guard let start = field.firstRange(of: piece) else { continue }
            let rest = field[start.upperBound...]
            guard let close = rest.firstIndex(of: "\"") else { return nil }
            var result = String(rest[..<close])
            for (code, character) in [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")] {
                var decoded = ""
                var tail = Substring(result)
                while let found = tail.firstRange(of: code) {
                    decoded += tail[..<found.lowerBound] + character
                    tail = tail[found.upperBound...]
                }
                result = decoded + tail
            }
            return result
        }
        return nil
    }

    private static func disposition(of part: ImportedPart) -> String {
        let name = part.fileName.map { "; filename=\"\(quoted($0))\"" } ?? ""
        return "form-data; name=\"\(quoted(part.name))\"" + name
    }

    private static func boundary(for parts: [ImportedPart]) -> String {
        var boundary = defaultBoundary
        var number = 1
        while parts.contains(where: { part in
            if case .text(let text) = part.content { text.contains(boundary) } else { false }
        }) {
            number += 1
            boundary = "\(defaultBoundary)-\(number)"
        }
        return boundary
    }

    /// Names as browsers write them.
    ///
    /// - SeeAlso: HTML Living Standard, "Multipart form data".
    private static func quoted(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": result += "%22"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func lastComponent(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

extension String {
    /// The text without its blanks.
    fileprivate var withoutBlanks: String { filter { $0 != " " } }
}

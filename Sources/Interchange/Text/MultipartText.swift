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
            var disposition = "Content-Disposition: form-data; name=\"\(quoted(part.name))\""
            if case .file(let path) = part.content {
                let name = part.fileName ?? lastComponent(of: path)
                disposition += "; filename=\"\(quoted(name))\""
            } else if let name = part.fileName {
                disposition += "; filename=\"\(quoted(name))\""
            }
            lines.append(disposition)
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

import Files
import HTTPModel

/// Makes the octets of a request's content.
struct BodyResolver {
    let mediaType: MediaType?
    let folder: String
    let site: Resolution.Site

    /// The content of `body`, templates filled in.
    ///
    /// - Returns: `nil` when there is no content.
    func octets(
        of body: SavedBody,
        _ resolution: inout Resolution
    ) throws(ResolveError) -> Octets? {
        switch body {
        case .none: return nil
        case .file(let path, let isTemplated):
            return try file(path, isTemplated, nil, at: site, &resolution)
        case .text(let text):
            return try octets(ofText: text, &resolution)
        }
    }

    private func octets(
        ofText text: String,
        _ resolution: inout Resolution
    ) throws(ResolveError) -> Octets {
        let source = SourceText(Octets(utf8: text))
        let multipart = MultipartLines.lineEnds(in: source, mediaType)
        let isForm = mediaType?.essence == "application/x-www-form-urlencoded"
        var result: [UInt8] = []
        var pending = ""
        var pendingSite = site
        func flush(_ resolution: inout Resolution) throws(ResolveError) {
            result += Array(try resolution.expand(pending, at: pendingSite).utf8)
            pending = ""
        }
        for (i, line) in source.lines.enumerated() {
            let lineText = source.text(line.content)
            let lineEnd = multipart?[i] ?? source.text(line.end..<line.next)
            if pending.isEmpty { pendingSite = site.onLine(i) }
            if let reference = source.fileReference(line) {
                try flush(&resolution)
                let path = source.text(reference.path)
                let octets = try file(
                    path,
                    reference.isTemplated,
                    reference.encoding,
                    at: site.onLine(i),
                    &resolution
                )
                result += octets.array
                pending += lineEnd
                pendingSite = site.onLine(i)
                pendingSite.location.column += lineText.count
            } else {
                pending += isForm ? lineText.trimmingSpace : lineText + lineEnd
            }
        }
        try flush(&resolution)
        return Octets(result)
    }

    private func file(
        _ path: String,
        _ isTemplated: Bool,
        _ encoding: String?,
        at site: Resolution.Site,
        _ resolution: inout Resolution
    ) throws(ResolveError) -> Octets {
        resolution.isSettled = false
        let expanded = try resolution.expand(path, at: site)
        let name = FilePath.join(folder, expanded)
        let octets: Octets
        do {
            octets = try FileSystem.read(name)
        } catch {
            throw resolution.error(
                .unreadableFile(path: expanded),
                site,
                "cannot read \(expanded): \(error.reason)"
            )
        }
        guard isTemplated else { return octets }
        let decoder = TextEncoding(name: encoding ?? "utf-8")
        if decoder == nil {
            throw resolution.error(
                .unreadableFile(path: expanded),
                site,
                "the encoding \(TextQuote.quoted(encoding ?? "")) is not known; there are utf-8, latin1, "
                    + "utf-16le and utf-16be"
            )
        }
        guard let decoder, let text = decoder.text(octets) else {
            throw resolution.error(
                .unreadableFile(path: expanded),
                site,
                "\(expanded) is not \(decoder?.rawValue ?? "") text, so its variables cannot be filled in; write < instead of <@"
            )
        }
        let start = TextLocation(line: 1, column: 1)
        let inner = Resolution.Site(file: expanded, location: start, part: .body)
        return Octets(utf8: try resolution.expand(text, at: inner))
    }
}

/// Line ends of multipart content: delimiters and part fields end with CRLF.
///
/// Line ends inside a part's own content stay as written.
///
/// - SeeAlso: RFC 2046 §5.1.1.
enum MultipartLines {
    /// The line end to send after each line, or `nil` when the content is not multipart.
    static func lineEnds(in source: SourceText, _ mediaType: MediaType?) -> [String]? {
        guard let mediaType, mediaType.type == "multipart",
            let boundary = mediaType.parameter("boundary")
        else { return nil }
        let delimiter = "--" + boundary
        var isInFields = false
        return source.lines.indices.map { i in
            let line = source.lines[i]
            let isDelimiter = source.starts(line.content, withText: delimiter)
            if isDelimiter { isInFields = true }
            let isBeforeDelimiter =
                i + 1 < source.lines.count
                && source.starts(source.lines[i + 1].content, withText: delimiter)
            let needsCRLF = isDelimiter || isInFields || isBeforeDelimiter
            if line.content.isEmpty { isInFields = false }
            let written = source.text(line.end..<line.next)
            return needsCRLF && !written.isEmpty ? "\r\n" : written
        }
    }
}

extension Resolution.Site {
    /// The start of the line `i` lines further on.
    func onLine(_ i: Int) -> Resolution.Site {
        guard i > 0 else { return self }
        var site = self
        site.location = TextLocation(line: location.line + i, column: 1)
        return site
    }
}

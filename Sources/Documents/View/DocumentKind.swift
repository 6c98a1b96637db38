import HTTPModel

extension ResponseDocument.Kind {
    /// What a body is, and its tape when it is JSON.
    ///
    /// The media type decides; where it is missing or says no more than `text/plain` or
    /// `application/octet-stream`, the content does.
    ///
    /// - Parameters:
    ///   - body: The text in UTF-8, or bytes that are none.
    ///   - mediaType: What the sender says it is.
    ///   - draft: What was read of it already.
    ///   - progress: Told now and then how many bytes were read; what it throws ends the reading.
    /// - Returns: The kind, and the tape of JSON.
    /// - Throws: What `progress` throws.
    static func recognize<Failure: Error>(
        _ body: Octets,
        _ mediaType: MediaType?,
        draft: JSONTapeDraft? = nil,
        progress: (Int) throws(Failure) -> Void
    ) throws(Failure) -> (Self, JSONTape?) {
        guard let mediaType else { return try recognize(body, draft, progress) }
        if jsonLinesTypes.contains(mediaType.subtype) {
            return (.jsonLines, try JSONTape(body, isSequence: true, progress: progress))
        }
        if let kind = Self(structured: mediaType) { return (kind, nil) }
        if mediaType.isJSON { return try recognizeJSON(body, draft, progress) }
        if mediaType.isXML || markupTypes.contains(mediaType.subtype) { return (.xml, nil) }
        if mediaType.essence == "text/plain" || mediaType.essence == "application/octet-stream" {
            let found = try recognize(body, draft, progress)
            return mediaType.type == "text" && found.0 == .binary ? (.text, nil) : found
        }
        if mediaType.isText { return (.text, nil) }
        return (.binary, nil)
    }

    static let jsonLinesTypes: Set = [
        "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines",
        "json-seq", "stream+json",
    ]

    static let markupTypes: Set = ["html", "xml-external-parsed-entity"]

    /// JSON as promised; what follows the first value may be more values.
    private static func recognizeJSON<Failure: Error>(
        _ body: Octets,
        _ draft: JSONTapeDraft?,
        _ progress: (Int) throws(Failure) -> Void
    ) throws(Failure) -> (Self, JSONTape?) {
        guard !body.isEmpty else { return (.text, nil) }
        let tape: JSONTape
        if let begun = try draft?.finish(body, progress: progress) {
            tape = begun
        } else {
            tape = try JSONTape(body, isSequence: false, progress: progress)
        }
        guard tape.fault != nil, tape.rootCount == 1, tape.isRootComplete else {
            return (.json, tape)
        }
        let sequence = try JSONTape(body, isSequence: true, progress: progress)
        let isSequence = sequence.fault == nil || followsContainer(tape)
        return isSequence ? (.jsonLines, sequence) : (.json, tape)
    }

    /// Whether what follows the first value begins as another one.
    private static func followsContainer(_ tape: JSONTape) -> Bool {
        let rest = tape.octets.slice(tape.understoodEnd..<tape.octets.count)
        let next = rest.first { !isBlank($0) }
        return next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
    }

    /// By content alone.
    private static func recognize<Failure: Error>(
        _ body: Octets,
        _ draft: JSONTapeDraft?,
        _ progress: (Int) throws(Failure) -> Void
    ) throws(Failure) -> (Self, JSONTape?) {
        let start = unsafe body.withUnsafeBytes { bytes in
            unsafe bytes.first { !Self.isBlank($0) }
        }
        switch start {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let (kind, tape) = try recognizeJSON(body, draft, progress)
            if let tape, tape.fault == nil || kind == .jsonLines && tape.rootCount > 2 {
                return (kind, tape)
            }
        case UInt8(ascii: "<"):
            if isText(body), MarkupDialect.isMarkup(body) { return (.xml, nil) }
        default: break
        }
        return (isText(body) ? .text : .binary, nil)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte >= 0x09 && byte <= 0x0D
    }

    /// Whether the first bytes are UTF-8 without controls that text does not have.
    private static func isText(_ body: Octets) -> Bool {
        unsafe body.withUnsafeBytes { bytes in
            let count = min(bytes.count, 8192)
            guard let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else {
                return true
            }
            var index = 0
            while index < count {
                let byte = unsafe base[index]
                if byte < 0x20 && !isBlank(byte) && byte != 0x1B && byte != 0x08 { return false }
                let length = unsafe UTF8Text.length(base + index, bytes.count - index)
                guard length > 0 else { return false }
                index += length
            }
            return true
        }
    }
}

extension JSONTape {
    /// Whether the first value ends before the text, or the fault, does.
    fileprivate var isRootComplete: Bool {
        guard rootCount > 0 else { return false }
        return !storage[0].isOpen || storage.close(of: 0) != storage.end
    }
}

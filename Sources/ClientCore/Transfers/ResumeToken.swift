import Files
import HTTPModel

/// What it takes to go on with a download that ended early.
public struct ResumeToken: Hashable, Sendable {
    /// What was asked for, without user information.
    public var url: String
    /// The strong entity tag of what was received.
    public var etag: String?
    /// The date of what was received, as the server wrote it.
    public var lastModified: String?
    /// How many bytes were received.
    public var received: Int
    /// The file that holds them.
    public var partialPath: String

    /// Creates a token.
    public init(
        url: String,
        etag: String?,
        lastModified: String?,
        received: Int,
        partialPath: String
    ) {
        self.url = url
        self.etag = etag
        self.lastModified = lastModified
        self.received = received
        self.partialPath = partialPath
    }

    /// Reads a token from the JSON text that `text` writes.
    ///
    /// - Returns: `nil` when it is none.
    public init?(_ text: String) {
        guard let object = JSONObjectScan(Octets(utf8: text)), let url = object.string("url"),
            let partialPath = object.string("partialPath"),
            let received = object.integer("received"), received >= 0
        else { return nil }
        self.init(
            url: url,
            etag: object.string("etag"),
            lastModified: object.string("lastModified"),
            received: received,
            partialPath: partialPath
        )
    }

    /// The token as a line of JSON.
    public var text: String {
        var members = [
            ("url", JSONObjectScan.quoted(url)), ("received", String(received)),
            ("partialPath", JSONObjectScan.quoted(partialPath)),
        ]
        if let etag { members.append(("etag", JSONObjectScan.quoted(etag))) }
        if let lastModified {
            members.append(("lastModified", JSONObjectScan.quoted(lastModified)))
        }
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    /// Removes the file with what was received; the token is of no use then.
    public func discard() {
        try? FileSystem.remove(partialPath)
    }

    /// What a server compares before it goes on, for `If-Range` (RFC 9110 §13.1.5).
    var validator: String? { etag ?? lastModified }

    /// Whether `fields` of a part are those of the content that was received before, as far as they say.
    func isAbout(_ fields: HTTPFields) -> Bool {
        if let etag { return (fields["ETag"] ?? etag) == etag }
        return (fields["Last-Modified"] ?? lastModified) == lastModified
    }

    /// `Last-Modified`, unless the content may have changed again in the second in which it was sent
    /// (RFC 9110 §8.8.2.2).
    private static func strongDate(_ fields: HTTPFields) -> String? {
        guard let text = fields["Last-Modified"] else { return nil }
        guard let sent = fields["Date"].flatMap({ HTTPDate($0) }), let modified = HTTPDate(text)
        else { return text }
        return modified < sent ? text : nil
    }

    /// The token for what a response with `fields` has brought so far.
    ///
    /// A part that came after another need not repeat what its content is compared by, so what is known
    /// from `earlier` is kept.
    ///
    /// - Returns: `nil` when the server gives nothing to compare, or takes no ranges.
    init?(
        url: String,
        fields: HTTPFields,
        received: Int,
        partialPath: String,
        earlier: ResumeToken? = nil
    ) {
        let etag = earlier?.etag ?? fields["ETag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
        let lastModified = earlier?.lastModified ?? Self.strongDate(fields)
        let isCoded = !(fields["Content-Encoding"] ?? "identity").lowercased().hasPrefix("identity")
        guard etag != nil || lastModified != nil, !isCoded, received > 0,
            fields["Accept-Ranges"]?.lowercased() != "none"
        else { return nil }
        self.init(
            url: url,
            etag: etag,
            lastModified: lastModified,
            received: received,
            partialPath: partialPath
        )
    }
}

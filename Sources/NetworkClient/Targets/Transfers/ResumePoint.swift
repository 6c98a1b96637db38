import Foundation

/// Where a download that was cancelled can go on: what is there, and of which version of the content.
///
/// Its JSON form is the resume data that programs keep; the bytes stand in a file beside.
struct ResumePoint: Codable, Hashable, Sendable {
    /// The URL of the content.
    let url: String
    /// The strong entity tag or the date of the last change, as `If-Range` wants it.
    let validator: String
    /// How many bytes are there.
    let received: Int
    /// The path of the file that holds them.
    let partialFile: String

    /// Keeps what came of a response before its call ended.
    ///
    /// - Returns: `nil` when the content cannot go on: nothing came, it has no validator, or the
    ///   server takes no ranges.
    init?(
        url: String,
        head: HTTPResponseHead,
        content: Data
    ) throws {
        guard !content.isEmpty, [200, 206].contains(head.status.rawValue),
            head.fields["Accept-Ranges"] != "none", let validator = Self.validator(in: head)
        else { return nil }
        let file = URL.temporaryDirectory.appending(path: "download-\(UUID().uuidString).part")
        try content.write(to: file)
        self.url = url
        self.validator = validator
        received = content.count
        partialFile = file.path(percentEncoded: false)
    }

    /// Reads resume data.
    ///
    /// - Throws: `ResumeError.unreadable` when it is none.
    init(resumeData: Data) throws(ResumeError) {
        guard let point = try? JSONDecoder().decode(ResumePoint.self, from: resumeData) else {
            throw .unreadable
        }
        self = point
    }

    /// The bytes that are there.
    ///
    /// - Throws: `ResumeError.partialFileMissing` when the file is gone or was changed.
    func partialContent() throws(ResumeError) -> Data {
        guard let content = FileManager.default.contents(atPath: partialFile),
            content.count == received
        else { throw .partialFileMissing }
        return content
    }

    /// The point as resume data.
    var resumeData: Data? { try? JSONEncoder().encode(self) }

    /// What `If-Range` can name: a strong entity tag, else the date of the last change.
    ///
    /// - SeeAlso: RFC 9110 §13.1.5.
    private static func validator(in head: HTTPResponseHead) -> String? {
        if let tag = head.fields["ETag"], !tag.hasPrefix("W/") { return tag }
        return head.fields["Last-Modified"]
    }
}

/// Why a download cannot go on from resume data.
public enum ResumeError: Error, Hashable, Sendable {
    /// The data is no resume data of this library.
    case unreadable
    /// The file with what had been received is gone or was changed.
    case partialFileMissing
}

extension ResumeError: CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .unreadable: "the data is no resume data of a DownloadTask; start the download anew"
        case .partialFileMissing:
            "the part received before is gone or was changed; start the download anew"
        }
    }
}

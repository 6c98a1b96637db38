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

    /// Notes how far the download into `partialFile` came.
    ///
    /// - Returns: `nil` when it cannot go on: nothing came, the content has no validator, or the
    ///   server takes no ranges.
    init?(url: String, head: HTTPResponseHead, received: Int, partialFile: URL) {
        guard received > 0, [200, 206].contains(head.status.rawValue),
            head.fields["Accept-Ranges"] != "none", let validator = Self.validator(in: head)
        else { return nil }
        self.url = url
        self.validator = validator
        self.received = received
        self.partialFile = partialFile.path(percentEncoded: false)
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

    /// The file with the bytes that are there.
    ///
    /// - Throws: `ResumeError.partialFileMissing` when it is gone or was changed.
    func checkedFile() throws(ResumeError) -> URL {
        let size = try? FileManager.default.attributesOfItem(atPath: partialFile)[.size] as? Int
        guard size == received else { throw .partialFileMissing }
        return URL(filePath: partialFile)
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

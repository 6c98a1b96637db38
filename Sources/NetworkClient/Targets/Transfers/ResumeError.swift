import Foundation

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

extension ResumeToken {
    /// Reads resume data, and makes sure that the bytes it tells of are there.
    ///
    /// - Throws: `NetworkError.underlying` with a `ResumeError`.
    static func checked(_ resumeData: Data) throws(NetworkError) -> ResumeToken {
        guard let token = ResumeToken(String(decoding: resumeData, as: UTF8.self)) else {
            throw .underlying(ResumeError.unreadable, nil)
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: token.partialPath)
        guard attributes?[.size] as? Int == token.received else {
            throw .underlying(ResumeError.partialFileMissing, nil)
        }
        return token
    }
}

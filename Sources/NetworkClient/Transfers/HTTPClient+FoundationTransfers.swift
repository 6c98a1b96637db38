public import ClientCore
public import Foundation
public import HTTPModel

extension HTTPClient {
    /// Begins to store the content of the response to `request` in the file at `destination`.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - destination: A file URL.
    ///   - placement: How the file gets its place.
    ///   - resuming: The token of an earlier download of the same URL.
    /// - Returns: The download, which has begun.
    public func download(
        _ request: HTTPRequest,
        to destination: URL,
        placement: DownloadPlacement = DownloadPlacement(),
        resuming: ResumeToken? = nil
    ) -> Download {
        download(
            request,
            to: destination.path(percentEncoded: false),
            placement: placement,
            resuming: resuming
        )
    }
}

extension DownloadedFile {
    /// Where the file is.
    public var url: URL { URL(filePath: path) }
}

extension ResumeToken: Codable {
    /// Reads the token from its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let token = ResumeToken(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "the text is no resume token"
            )
        }
        self = token
    }

    /// Writes the token as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Progress {
    /// Takes over what `report` says; an unknown total is −1.
    public func update(to report: TransferProgress) {
        totalUnitCount = report.total.map { Int64($0) } ?? -1
        completedUnitCount = Int64(report.completed)
    }

    /// Follows `reports` until they end.
    public func follow(_ reports: AsyncStream<TransferProgress>) async {
        for await report in reports { update(to: report) }
    }
}

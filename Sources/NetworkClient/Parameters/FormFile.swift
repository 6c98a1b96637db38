public import Foundation

/// A file among the parameters of a form.
///
/// In a form of parts it is a part with a file name and a media type; what stands on disk is read
/// while the form is sent. Other encodings have no files and write its name.
public struct FormFile: Hashable, Sendable {
    /// Where the content comes from.
    public enum Content: Hashable, Sendable {
        /// These bytes.
        case data(Data)
        /// The file at this URL.
        case file(URL)
    }

    /// Where the content comes from.
    public let content: Content
    /// The file name to send; it need not be that on disk.
    public let fileName: String
    /// The media type; `nil` means the one that the file name tells.
    public let mediaType: String?

    /// Creates a file from bytes.
    public init(data: Data, fileName: String, mediaType: String? = nil) {
        content = .data(data)
        self.fileName = fileName
        self.mediaType = mediaType
    }

    /// Creates a file from one on disk.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - fileName: The name to send; `nil` means that of the file.
    ///   - mediaType: The media type; `nil` means the one that the name tells.
    public init(url: URL, fileName: String? = nil, mediaType: String? = nil) {
        content = .file(url)
        self.fileName = fileName ?? url.lastPathComponent
        self.mediaType = mediaType
    }

    /// Creates a file from an image.
    public init(_ image: ImageResource) {
        self.init(
            data: image.data,
            fileName: "image." + image.format.fileExtension,
            mediaType: image.format.mediaType
        )
    }
}

extension FormFile: Encodable {
    /// Writes the file name, for encoders that know no files.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(fileName)
    }
}

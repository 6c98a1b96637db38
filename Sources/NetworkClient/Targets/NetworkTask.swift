public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What the request of a target carries, and which call it is for.
///
/// Content that is encoded here gets its media type unless the target's headers name one.
public enum NetworkTask: Sendable {
    /// Nothing.
    case requestPlain
    /// These bytes as the content.
    case requestData(Data)
    /// A value as JSON content.
    case requestJSONEncodable(any Encodable & Sendable)
    /// A value as JSON content, by an encoder of the caller's.
    case requestCustomJSONEncodable(any Encodable & Sendable, encoder: JSONEncoder)
    /// The members of a value as the query.
    case requestParameterEncodable(any Encodable & Sendable)
    /// Parameters, where the encoding puts them.
    case requestParameters(parameters: Parameters, encoding: ParameterEncoding)
    /// Bytes as the content, parameters as the query.
    case requestCompositeData(bodyData: Data, urlParameters: Parameters)
    /// Parameters as form content, others as the query.
    case requestCompositeParameters(bodyParameters: Parameters, urlParameters: Parameters)
    /// A file as the content, read while it is sent.
    case uploadFile(URL)
    /// A form of parts as the content.
    case uploadMultipart([MultipartFormData])
    /// A form of parts as the content, parameters as the query.
    case uploadCompositeMultipart([MultipartFormData], urlParameters: Parameters)
    /// The content of the response goes into a file.
    case downloadDestination(DownloadDestination)
    /// Parameters, and the content of the response goes into a file.
    case downloadParameters(
        parameters: Parameters,
        encoding: ParameterEncoding,
        destination: DownloadDestination
    )
}

/// Where a downloaded file goes, asked when the response has come whole.
///
/// Gets the file as it is now, which is gone afterwards unless its own URL is returned.
public typealias DownloadDestination =
    @Sendable (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (
        destinationURL: URL, options: DownloadOptions
    )

/// What may be done to put a downloaded file in its place.
public struct DownloadOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Folders on the way to the place are created.
    public static let createIntermediateDirectories = DownloadOptions(rawValue: 1)
    /// A file at the place is replaced; without it the download fails.
    public static let removePreviousFile = DownloadOptions(rawValue: 2)
}

extension NetworkTask {
    /// A kind of call that a task is for.
    enum Call: String {
        case request, upload, download
    }

    /// The call that the task is for.
    var call: Call {
        switch self {
        case .uploadFile, .uploadMultipart, .uploadCompositeMultipart: .upload
        case .downloadDestination, .downloadParameters: .download
        default: .request
        }
    }

    /// The name of the case.
    var name: String {
        switch self {
        case .requestPlain: "requestPlain"
        case .requestData: "requestData"
        case .requestJSONEncodable: "requestJSONEncodable"
        case .requestCustomJSONEncodable: "requestCustomJSONEncodable"
        case .requestParameterEncodable: "requestParameterEncodable"
        case .requestParameters: "requestParameters"
        case .requestCompositeData: "requestCompositeData"
        case .requestCompositeParameters: "requestCompositeParameters"
        case .uploadFile: "uploadFile"
        case .uploadMultipart: "uploadMultipart"
        case .uploadCompositeMultipart: "uploadCompositeMultipart"
        case .downloadDestination: "downloadDestination"
        case .downloadParameters: "downloadParameters"
        }
    }
}

public import Foundation

/// What the request of an endpoint carries.
///
/// The media type is the endpoint's own to name, in its `headers`; nothing is added here.
public enum HTTPTask: Sendable {
    /// Nothing.
    case requestPlain
    /// These bytes as the content.
    case requestData(Data)
    /// A value as JSON content: an object, an array, or a single value.
    case requestJSONEncodable(any Encodable & Sendable)
    /// Parameters as `name=value` pairs, in the query or as the content.
    case requestParameters(_ parameters: Parameters, _ encodingDestination: URLEncoding.Destination)
}

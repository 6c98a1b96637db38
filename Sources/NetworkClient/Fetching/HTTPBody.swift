public import Foundation

/// The content of a request, written as JSON.
public enum HTTPBody: Sendable {
    /// A JSON object: text, numbers, `Bool`, `NSNull`, and arrays and dictionaries of these.
    case json([String: any Sendable])
    /// A value that encodes itself.
    case encodable(any Encodable & Sendable)

    /// Creates content from a dictionary whose values are known only at run time.
    ///
    /// - Throws: `APIError.request` when a value is none that JSON can hold.
    public static func json(unchecked object: [String: Any]) throws -> HTTPBody {
        guard JSONSerialization.isValidJSONObject(object) else { throw APIError.invalidRequest }
        return .json(try object.mapValues(sendableValue))
    }

    /// The content as JSON: members in the order of their names, slashes not escaped.
    ///
    /// - Throws: `APIError.request` when a value is none that JSON can hold, such as a `Date` or
    ///   not-a-number; what an `Encodable` throws.
    public func encoded() throws -> Data {
        switch self {
        case .json(let object):
            guard JSONSerialization.isValidJSONObject(object) else {
                throw APIError.invalidRequest
            }
            return try JSONSerialization.data(
                withJSONObject: object,
                options: [.sortedKeys, .withoutEscapingSlashes]
            )
        case .encodable(let value):
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(value)
        }
    }

    private static func sendableValue(_ value: Any) throws -> any Sendable {
        switch value {
        case let text as String: return text
        case let number as NSNumber: return number
        case let null as NSNull: return null
        case let array as [Any]: return try array.map(sendableValue)
        case let object as [String: Any]: return try object.mapValues(sendableValue)
        default: throw APIError.invalidRequest
        }
    }
}

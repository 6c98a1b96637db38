import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How parameters become `name=value` pairs in a query or in form content.
///
/// Parameters stand in the order of their names. A dictionary gives `name[member]`, an array its
/// elements one by one, and what is null gives nothing.
public struct URLEncoding: Hashable, Sendable {
    /// Where the pairs go.
    public enum Destination: Hashable, Sendable {
        /// The query for `GET`, `HEAD` and `DELETE`, the content for all other methods.
        case methodDependent
        /// The query; what it holds already comes first.
        case queryString
        /// The content.
        case httpBody

        /// Another name of `queryString`.
        public static let urlQuery = Destination.queryString
    }

    /// How the elements of an array are named.
    public enum ArrayEncoding: Hashable, Sendable {
        /// `name[]=1&name[]=2`.
        case brackets
        /// `name=1&name=2`.
        case noBrackets
    }

    /// How a `Bool` is written.
    public enum BoolEncoding: Hashable, Sendable {
        /// `1` and `0`.
        case numeric
        /// `true` and `false`.
        case literal
    }

    /// Where the pairs go.
    public var destination: Destination
    /// How the elements of an array are named.
    public var arrayEncoding: ArrayEncoding
    /// How a `Bool` is written.
    public var boolEncoding: BoolEncoding

    /// Creates an encoding.
    public init(
        destination: Destination = .methodDependent,
        arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
    }

    /// The query or the content, as the method has it.
    public static let `default` = ParameterEncoding.url(URLEncoding())
    /// The query, whatever the method.
    public static let queryString = ParameterEncoding.url(URLEncoding(destination: .queryString))
    /// The content, whatever the method.
    public static let httpBody = ParameterEncoding.url(URLEncoding(destination: .httpBody))
}

extension URLEncoding {
    /// The media type of form content.
    static let mediaType = "application/x-www-form-urlencoded; charset=utf-8"

    /// Writes `parameters` as they stand in a query, without the `?`.
    public func query(_ parameters: Parameters) -> String {
        text(.members(parameters), for: .queryItem)
    }

    /// Adds `parameters` to a request.
    ///
    /// - Parameters:
    ///   - parameters: An object; anything else adds nothing.
    ///   - request: The request; nothing changes when there is nothing to add to the query.
    ///   - isAnnounced: Whether form content gets its media type, unless another is given.
    /// - Throws: `NetworkError.encodingFailed` when the request has no URL.
    func add(
        _ parameters: ParameterValue,
        to request: inout URLRequest,
        isAnnounced: Bool
    ) throws(NetworkError) {
        guard let url = request.url else { throw .encodingFailed(reason: .missingURL) }
        guard goesIntoQuery(request.httpMethod) else {
            request.httpBody = Data(text(parameters, for: .formItem).utf8)
            if isAnnounced { request.announce(Self.mediaType) }
            return
        }
        request.url = url.appendingQuery(text(parameters, for: .queryItem))
    }

    /// Whether the pairs of a request with this method go into its query.
    func goesIntoQuery(_ method: String?) -> Bool {
        switch destination {
        case .queryString: true
        case .httpBody: false
        case .methodDependent: ["GET", "HEAD", "DELETE"].contains(method ?? "GET")
        }
    }

    /// Writes the members of an object as pairs; what is none gives nothing.
    func text(_ parameters: ParameterValue, for place: PercentEncoding.Place) -> String {
        guard case .object(let members) = parameters else { return "" }
        var pairs: [String] = []
        for member in members {
            let name = Self.encode(member.name, for: place)
            add(member.value, named: name, for: place, to: &pairs)
        }
        return pairs.joined(separator: "&")
    }

    private func add(
        _ value: ParameterValue,
        named name: String,
        for place: PercentEncoding.Place,
        to pairs: inout [String]
    ) {
        switch value {
        case .null: break
        case .text(let text), .number(let text):
            pairs.append("\(name)=\(Self.encode(text, for: place))")
        case .bool(let isTrue):
            switch boolEncoding {
            case .numeric: pairs.append("\(name)=\(isTrue ? 1 : 0)")
            case .literal: pairs.append("\(name)=\(isTrue)")
            }
        case .array(let elements):
            let name = arrayEncoding == .brackets ? name + Self.brackets("") : name
            for element in elements { add(element, named: name, for: place, to: &pairs) }
        case .object(let members):
            for member in members {
                let inner = name + Self.brackets(Self.encode(member.name, for: place))
                add(member.value, named: inner, for: place, to: &pairs)
            }
        }
    }

    /// Brackets may not stand in a query (RFC 3986 §3.4), and servers read them decoded.
    private static func brackets(_ name: String) -> String { "%5B\(name)%5D" }

    private static func encode(_ text: String, for place: PercentEncoding.Place) -> String {
        PercentEncoding.encode(text, for: place)
            .replacing("[", with: "%5B").replacing("]", with: "%5D")
    }
}

extension URL {
    /// The URL with `text`, encoded already, at the end of its query; itself for an empty text.
    func appendingQuery(_ text: String) -> URL {
        guard !text.isEmpty, var target = try? TargetURI(absoluteString) else { return self }
        target.query = [target.query, text].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: "&")
        return URL(string: target.text) ?? self
    }
}

extension URLRequest {
    /// Names the media type of the content, unless the request names one.
    mutating func announce(_ mediaType: String) {
        guard value(forHTTPHeaderField: "Content-Type") == nil else { return }
        setValue(mediaType, forHTTPHeaderField: "Content-Type")
    }
}

public import Foundation

/// Something that knows the URL of a request.
public protocol URLProvider {
    /// Where the request goes; `nil` ends in `APIError.request`.
    var url: URL? { get }
}

/// Something that knows the method of a request.
public protocol HTTPMethodProvider {
    /// The method; `GET` unless a type says otherwise.
    var method: HTTPMethod { get }
}

extension HTTPMethodProvider {
    /// `GET`.
    public var method: HTTPMethod { .get }
}

/// What a `fetch` is aimed at: often an `enum` with a case for each resource of an API.
public typealias URLGenerator = URLProvider & HTTPMethodProvider

/// A generator whose method is replaced by that of the call.
struct MethodOverride: URLGenerator {
    let base: any URLGenerator
    let method: HTTPMethod

    var url: URL? { base.url }
}

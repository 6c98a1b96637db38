public import Foundation

/// What a `NetworkProvider` sends to: often an `enum` with a case for each resource of an API.
///
/// A program's repository protocol refines it and names the calls as static members; an `enum` meets
/// them with its cases, and so does a mock.
public protocol TargetType: Sendable {
    /// What all resources have in common; its query, if any, is kept.
    var baseURL: URL { get }
    /// The path behind `baseURL`, perhaps with a query; escapes stay, the rest is escaped as needed.
    var path: String { get }
    /// The method.
    var method: HTTPMethod { get }
    /// What the request carries, and whether it uploads or downloads.
    var task: NetworkTask { get }
    /// The fields of the request; `nil` for none.
    var headers: [String: String]? { get }
    /// How names of JSON members become names of properties.
    var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { get }
    /// The longest pause in an exchange, in seconds; by default 60.
    var timeoutInterval: TimeInterval { get }
}

extension TargetType {
    /// No fields.
    public var headers: [String: String]? { nil }
    /// Names as they are.
    public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { .useDefaultKeys }
    /// 60 seconds.
    public var timeoutInterval: TimeInterval { 60 }
}

/// Another name of `HTTPMethod`.
public typealias Method = HTTPMethod

/// A target that hides which one it is.
public struct AnyTarget: TargetType {
    private let base: any TargetType

    /// Wraps `base`.
    public init(_ base: any TargetType) {
        self.base = base
    }

    /// That of the target.
    public var baseURL: URL { base.baseURL }
    /// That of the target.
    public var path: String { base.path }
    /// That of the target.
    public var method: HTTPMethod { base.method }
    /// That of the target.
    public var task: NetworkTask { base.task }
    /// Those of the target.
    public var headers: [String: String]? { base.headers }
    /// That of the target.
    public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { base.keyDecodingStrategy }
    /// That of the target.
    public var timeoutInterval: TimeInterval { base.timeoutInterval }
}

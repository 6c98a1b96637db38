public import Foundation
public import NetworkClient

/// A generator with one resource, for tests that do not care where a request goes.
public enum MockAPI: URLGenerator, Sendable {
    /// `https://api.example.test/resource`.
    case endpoint

    /// The URL of the resource.
    public var url: URL? { URL(string: "https://api.example.test/resource") }
}

/// A generator with any URL and method.
public struct MockURLGenerator: URLGenerator, Sendable {
    /// The URL; `nil` makes a request that cannot be built.
    public var url: URL?
    /// The method.
    public var method: HTTPMethod

    /// Creates a generator.
    public init(
        url: URL? = URL(string: "https://api.example.test/"),
        method: HTTPMethod = .get
    ) {
        self.url = url
        self.method = method
    }
}

/// A response with one text.
public struct MockDto: Codable, Hashable, Sendable {
    /// The text.
    public let message: String

    /// Creates a response.
    public init(message: String) {
        self.message = message
    }
}

/// A request that parses `MockDto` and passes on what a decoder says, as requests often do.
public struct MockRequest: APIRequest {
    /// The parsed response.
    public typealias ResponseDataType = MockDto?

    /// The content to send; `nil` for none.
    public let body: HTTPBody?

    /// Creates a request.
    public init(body: HTTPBody? = nil) {
        self.body = body
    }

    /// Decodes the content.
    ///
    /// - Throws: `APIError.parseResponse` with Foundation's text, whichever it is.
    public func parseResponse(data: Data) throws -> MockDto? {
        do {
            return try JSONDecoder().decode(MockDto.self, from: data)
        } catch {
            throw APIError.parseResponse(errorMessage: error.localizedDescription)
        }
    }
}

/// A value with a number and a name.
public struct TestModel: Codable, Hashable, Sendable, Identifiable {
    /// The number.
    public let id: Int
    /// The name.
    public let name: String

    /// Creates a value.
    public init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

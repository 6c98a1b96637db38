public import ClientCore
public import Foundation
public import HTTPModel

extension HTTPResponse {
    /// The content as a value of `type`.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - decoder: How.
    /// - Returns: The value.
    /// - Throws: `DecodingProblem`, which says where.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(DecodingProblem) -> Value {
        let data = body.data
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw DecodingProblem.describe(error, in: data)
        }
    }
}

extension HTTPClient {
    /// Sends `request` and decodes its response, if the configuration's validator accepts it.
    ///
    /// - Parameters:
    ///   - type: What the content holds.
    ///   - request: What to send.
    ///   - token: The credential to apply; `nil` asks the configuration.
    ///   - decoder: How to decode.
    /// - Returns: The value.
    /// - Throws: `ClientError` as `response(to:)` does, or `DecodingProblem` when the content does not
    ///   decode.
    public func decode<Value: Decodable & Sendable>(
        _ type: Value.Type,
        from request: HTTPRequest,
        token: Token? = nil,
        using decoder: JSONDecoder = JSONDecoder()
    ) async throws -> Value {
        try await response(to: request, token: token).decode(type, using: decoder)
    }

    /// The pages that begin with the response to `request`, each decoded.
    ///
    /// Iteration throws as `pages(from:)` says, and `DecodingProblem` at a page that does not decode.
    ///
    /// - Parameters:
    ///   - type: What a page holds.
    ///   - request: Gives the first page.
    ///   - token: The credential of every page; `nil` asks the configuration.
    ///   - pagination: How the next page is found.
    ///   - decoder: How to decode.
    /// - Returns: The pages; nothing is sent before the first is asked for.
    public func pages<Page: Decodable & Sendable>(
        _ type: Page.Type,
        from request: HTTPRequest,
        token: Token? = nil,
        _ pagination: Pagination<Page> = .linkHeader,
        using decoder: JSONDecoder = JSONDecoder()
    ) -> Paginated<Page> {
        pages(from: request, token: token, pagination) { response in
            try response.decode(type, using: decoder)
        }
    }
}

public import HTTPModel

/// How the request for the next page is made from a page.
public enum Pagination<Page: Sendable>: Sendable {
    /// The response's `Link` field with the relation `next` says where it is (RFC 8288).
    case linkHeader
    /// The closure gives its URL, absolute or relative to that of the page; `nil` ends.
    case nextURL(@Sendable (Page) -> String?)
    /// A query item counts the pages, from `start`; the closure says which page is the last.
    case pageNumber(parameter: String = "page", start: Int = 1, isLast: @Sendable (Page) -> Bool)
    /// A query item takes the cursor that the closure finds in the page; `nil` or empty ends.
    case cursor(parameter: String = "cursor", next: @Sendable (Page) -> String?)
}

/// Why there is no next page although the last one named one.
public enum PaginationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The next page was there before; its URL without secrets.
    case cycle(String)
    /// The next page is on another origin, where credentials do not go; its URL without secrets.
    case otherOrigin(String)
    /// The URL of the next page is none; what is wrong with it.
    case malformedURL(String)

    /// What is wrong, as a sentence fragment.
    public var description: String {
        switch self {
        case .cycle(let url): "the next page, \(url), was there before"
        case .otherOrigin(let url):
            "the next page, \(url), is on another origin; request it yourself"
        case .malformedURL(let detail): "the next page has no valid URL: \(detail)"
        }
    }
}

/// Pages that are requested one after the other, each when it is asked for.
///
/// Iterating again begins again. Iteration throws `ClientError` when a page cannot be had,
/// `PaginationError` after a page whose next one must not be requested, and what the closure that
/// reads pages throws. After an error it has ended.
public struct Paginated<Page: Sendable>: AsyncSequence, Sendable {
    /// What comes one by one.
    public typealias Element = Page

    let client: HTTPClient
    let request: HTTPRequest
    let token: Token?
    let pagination: Pagination<Page>
    let read: @Sendable (HTTPResponse) throws -> Page

    /// Begins with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Requests the pages.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: Paginated
        private var next: Result<HTTPRequest?, PaginationError>
        private var number: Int
        private var visited: Set<String> = []

        init(_ pages: Paginated) {
            self.pages = pages
            number = 0
            var first = pages.request
            // Never sent, and it would make a page another one than itself.
            first.target.fragment = nil
            if case .pageNumber(let parameter, let start, _) = pages.pagination {
                number = start
                first.target.setQueryItem(parameter, to: String(start))
            }
            next = .success(first)
        }

        /// Requests the next page; `nil` when there is none.
        public mutating func next() async throws -> Page? {
            let step = next
            next = .success(nil)
            guard let request = try step.get() else { return nil }
            visited.insert(request.target.text)
            let (response, target) = try await pages.client.page(request, token: pages.token)
            let page = try pages.read(response)
            do throws(PaginationError) {
                let following = try following(page, of: response, to: request, at: target)
                next = .success(following)
            } catch {
                next = .failure(error)
            }
            return page
        }

        private mutating func following(
            _ page: Page,
            of response: HTTPResponse,
            to request: HTTPRequest,
            at target: TargetURI
        ) throws(PaginationError) -> HTTPRequest? {
            var following = request
            switch pages.pagination {
            case .linkHeader:
                guard let reference = response.fields.linkTarget("next") else { return nil }
                following.target = try resolve(reference, against: target)
            case .nextURL(let find):
                guard let reference = find(page), !reference.isEmpty else { return nil }
                following.target = try resolve(reference, against: target)
            case .pageNumber(let parameter, _, let isLast):
                guard !isLast(page) else { return nil }
                number += 1
                following.target.setQueryItem(parameter, to: String(number))
            case .cursor(let parameter, let find):
                guard let cursor = find(page), !cursor.isEmpty else { return nil }
                following.target.setQueryItem(parameter, to: cursor)
            }
            let url = RedactionPolicy.standard.redacting(following.target)
            guard following.target.origin == pages.request.target.origin else {
                throw .otherOrigin(url)
            }
            guard !visited.contains(following.target.text) else { throw .cycle(url) }
            return following
        }

        private func resolve(
            _ reference: String,
            against target: TargetURI
        ) throws(PaginationError) -> TargetURI {
            do {
                var resolved = try target.resolving(reference)
                resolved.userInfo = pages.request.target.userInfo
                resolved.fragment = nil
                return resolved
            } catch {
                throw .malformedURL(error.description)
            }
        }
    }
}

extension HTTPClient {
    /// The pages that begin with the response to `request`, as responses.
    ///
    /// - Parameters:
    ///   - request: Gives the first page.
    ///   - token: The credential of every page; `nil` asks the configuration.
    ///   - pagination: How the next page is found.
    /// - Returns: The pages; nothing is sent before the first is asked for.
    public func pages(
        from request: HTTPRequest,
        token: Token? = nil,
        _ pagination: Pagination<HTTPResponse> = .linkHeader
    ) -> Paginated<HTTPResponse> {
        pages(from: request, token: token, pagination) { $0 }
    }

    /// The pages that begin with the response to `request`, each read by a closure.
    ///
    /// - Parameters:
    ///   - request: Gives the first page.
    ///   - token: The credential of every page; `nil` asks the configuration.
    ///   - pagination: How the next page is found.
    ///   - read: Makes a page of a response that the configuration's validator accepts.
    /// - Returns: The pages; nothing is sent before the first is asked for.
    public func pages<Page: Sendable>(
        from request: HTTPRequest,
        token: Token? = nil,
        _ pagination: Pagination<Page>,
        reading read: @escaping @Sendable (HTTPResponse) throws -> Page
    ) -> Paginated<Page> {
        Paginated(
            client: self,
            request: request,
            token: token,
            pagination: pagination,
            read: read
        )
    }

    /// One page, and where it came from after redirects.
    fileprivate func page(
        _ request: HTTPRequest,
        token: Token?
    ) async throws(ClientError) -> (HTTPResponse, TargetURI) {
        let exchange: Exchange
        do {
            exchange = try await send(request, token: token)
        } catch {
            throw ClientError(error, request: request)
        }
        if let problem = configuration.validator.problem(with: exchange) { throw problem }
        guard let response = exchange.response else {
            throw ClientError(.rejected, about: exchange, detail: "no response")
        }
        return (response, exchange.hops.last?.sent.target ?? request.target)
    }
}

extension TargetURI {
    /// Sets the first query item named `name` to `value`, or adds one; others stay as written.
    fileprivate mutating func setQueryItem(_ name: String, to value: String) {
        let item = QueryItem(name: name, value: value)
        var items = queryItems
        if let index = items.firstIndex(where: {
            PercentEncoding.decode($0.name, plusIsSpace: true) == name
        }) {
            items[index] = item
        } else {
            items.append(item)
        }
        queryItems = items
    }
}

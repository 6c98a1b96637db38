public import Foundation
public import NetworkClient

/// A movie in a list.
public struct Movie: Decodable, Hashable, Sendable {
    /// The number of the movie.
    public let id: Int
    /// The title.
    public let title: String
    /// When it was or will be shown first.
    public let released: Date
}

/// Movies by the order that is asked for, page by page.
public struct FetchMovies: NetworkRequest {
    /// What is asked for.
    public struct Parameters: Encodable, Sendable {
        /// The order, such as `title`.
        public var sortBy: String
        /// The page, from 1.
        public var page: Int
        /// The earliest first showing; `nil` for any.
        public var since: Date?

        private enum CodingKeys: String, CodingKey {
            case sortBy = "sort_by"
            case page
            case since
        }
    }

    /// One page.
    public struct Response: Decodable, Sendable {
        /// The page, from 1.
        public let page: Int
        /// Its movies.
        public let results: [Movie]
    }

    /// `GET`.
    public let method: HTTPMethod = .get
    /// Where the list is.
    public let path = "discover/movie"
    /// What is asked for.
    public let parameters: Parameters

    /// Creates a request for a page.
    public init(sortBy: String = "title", page: Int = 1, since: Date? = nil) {
        parameters = Parameters(sortBy: sortBy, page: page, since: since)
    }
}

/// The poster of a movie.
public struct FetchPoster: NetworkRequest {
    /// An image as it came.
    public typealias Response = ImageResource

    /// `GET`.
    public let method: HTTPMethod = .get
    /// Where the poster is.
    public let path: String

    /// Creates a request for the poster of a movie.
    public init(movie id: Int) {
        path = "movie/\(id)/poster"
    }
}

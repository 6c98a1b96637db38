import Foundation
public import NetworkClient

/// A list of movies for a screen, from the service or from a preview of it.
public struct MovieScreen<Service: Network>: Sendable
where Service.RemoteError == MoviesNetwork.RemoteError {
    /// A line for each movie.
    public private(set) var lines: [String] = []
    /// What to tell the user; `nil` when all is well.
    public private(set) var problem: String?

    private let network: Service

    /// Creates an empty screen.
    public init(network: Service) {
        self.network = network
    }

    /// Asks for a page of movies.
    public mutating func load(page: Int = 1) async {
        do {
            let movies = try await FetchMovies(page: page).request(on: network).value
            lines = movies.results.map { "\($0.title) (\($0.released.formatted(.iso8601.year())))" }
            problem = nil
        } catch {
            problem = Self.text(for: error)
        }
    }

    private static func text(for error: ServiceError<MoviesNetwork.RemoteError>) -> String {
        switch error {
        case .remote(let error): "The service says: \(error.message) (\(error.code))"
        case .local(.timeout): "The service is slow today."
        case .local(let error): error.localizedDescription
        }
    }

    /// Asks for the poster of a movie and says how large it is.
    public func poster(of movie: Int) async -> String {
        await FetchPoster(movie: movie)
            .request(on: network)
            .map { "\($0.width)×\($0.height)" }
            .replaceError(with: "no poster")
            .value
    }
}

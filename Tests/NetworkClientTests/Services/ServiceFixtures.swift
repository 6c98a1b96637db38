import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport

/// The URL that a literal spells.
func serviceURL(_ text: StaticString) -> URL {
    URL(string: "\(text)") ?? URL(filePath: "/")
}

/// A service in the shortest form that programs write.
final class PlainNetwork: Network {
    let baseURL: URL = serviceURL("https://api.movies.example.test/3/")
    let client: HTTPClient

    init(_ transport: any Transport) {
        client = HTTPClient(transport: transport)
    }
}

/// A service with errors and headers of its own.
struct MoviesNetwork: Network {
    struct RemoteError: Decodable, Equatable {
        let code: Int
        let message: String
    }

    struct Headers: Encodable {
        var apiKey = "k1"
        var language: String?
        var beta = true

        enum CodingKeys: String, CodingKey {
            case apiKey = "X-API-Key"
            case language = "Accept-Language"
            case beta = "X-Beta"
        }
    }

    var baseURL = serviceURL("https://api.movies.example.test/3")
    var headers = Headers()
    var client: HTTPClient

    init(_ transport: any Transport) {
        client = HTTPClient(transport: transport)
    }
}

struct Movie: Codable, Hashable {
    let id: Int
    let title: String
}

struct FetchMovies: NetworkRequest {
    let method: HTTPMethod = .get
    let path: String = "discover/movie"
    var parameters = Parameters()

    struct Parameters: Encodable {
        var sortBy: String?
        var page: Int?
        var adult: Bool?
        var rating: Double?
        var genres: [String]?
        var since: Date?
        var range: [String: Int]?
    }

    struct Response: Decodable {
        let page: Int
        let results: [Movie]
    }
}

/// A request that says nothing but where it goes.
struct FetchRaw: NetworkRequest {
    var method: HTTPMethod = .get
    var path = "configuration"
}

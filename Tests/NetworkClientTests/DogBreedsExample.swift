import Foundation
import NetworkClient

/// A breed of dog, perhaps one of another.
struct Breed: Hashable, Sendable {
    /// The name of the breed, or of the one it belongs to.
    let main: String
    /// The name within `main`; `nil` for a breed of its own.
    let sub: String?
}

/// What the dog API offers, with its URLs.
enum DogAPI: URLGenerator {
    /// The names of all breeds.
    case breeds
    /// URLs of pictures of one breed.
    case images(of: Breed, count: Int)

    var url: URL? {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "dogs.example.test"
        switch self {
        case .breeds:
            components.path = "/api/breeds/list/all"
        case .images(let breed, let count):
            let path = [breed.main, breed.sub].compactMap { $0 }.joined(separator: "/")
            components.path = "/api/breed/\(path)/images/random/\(count)"
        }
        return components.url
    }
}

/// The form in which the dog API wraps every answer.
struct DogAnswer<Message: Decodable & Sendable>: Decodable, Sendable {
    /// What was asked for.
    let message: Message
}

/// A list of breeds for a screen, filled through any network client.
struct BreedList: Sendable {
    /// The breeds in the order of their names.
    private(set) var breeds: [Breed] = []
    /// What to tell the user when they could not be had; `nil` when all is well.
    private(set) var problem: String?

    private let client: any NetworkClient

    /// Creates an empty list.
    init(client: any NetworkClient = MainNetworkClient()) {
        self.client = client
    }

    /// Asks for all breeds.
    mutating func load() async {
        do {
            let request = BasicRequest<DogAnswer<[String: [String]]>>()
            let answer = try await client.fetch(api: DogAPI.breeds, request: request)
            breeds = (answer?.message ?? [:]).sorted { $0.key < $1.key }
                .flatMap { name, subs in
                    subs.isEmpty
                        ? [Breed(main: name, sub: nil)]
                        : subs.map { Breed(main: name, sub: $0) }
                }
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
    }

    /// Asks for pictures of one breed.
    func images(of breed: Breed, count: Int = 10) async throws -> [URL] {
        let request = BasicRequest<DogAnswer<[URL]>>()
        let api = DogAPI.images(of: breed, count: count)
        return try await client.fetch(api: api, method: .get(), request: request)?.message ?? []
    }
}

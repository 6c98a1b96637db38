public import Foundation
public import NetworkClient

/// A list of breeds for a screen, filled through any network client.
public struct BreedList: Sendable {
    /// The breeds in the order of their names.
    public private(set) var breeds: [Breed] = []
    /// What to tell the user when they could not be had; `nil` when all is well.
    public private(set) var problem: String?

    private let client: any NetworkClient

    /// Creates an empty list.
    public init(client: any NetworkClient = MainNetworkClient()) {
        self.client = client
    }

    /// Asks for all breeds.
    public mutating func load() async {
        do {
            let request = BasicRequest<DogAnswer<[String: [String]]>>()
            let answer = try await client.fetch(api: DogAPI.breeds, request: request)
            breeds = (answer?.message ?? [:]).sorted { $0.key < $1.key }
                .flatMap { name, subs in
                    subs.isEmpty
                        ? [Breed(main: name)] : subs.map { Breed(main: name, sub: $0) }
                }
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
    }

    /// Asks for pictures of one breed.
    public func images(of breed: Breed, count: Int = 10) async throws -> [URL] {
        let request = BasicRequest<DogAnswer<[URL]>>()
        let api = DogAPI.images(of: breed, count: count)
        return try await client.fetch(api: api, method: .get(), request: request)?.message ?? []
    }

    /// Says that the user likes a breed.
    ///
    /// - Parameters:
    ///   - breed: The breed.
    ///   - token: Asked for the user's token.
    /// - Returns: The names of all breeds that the user likes.
    /// - Throws: `APIError`.
    public func like(
        _ breed: Breed,
        token: @escaping @Sendable () -> String?
    ) async throws -> [String] {
        let body = HTTPBody.json(["breed": breed.main, "sub": breed.sub ?? ""])
        let request = AccountRequest<[String]>(body: body, token: token)
        return try await client.fetch(api: DogAPI.favourites, method: .post, request: request) ?? []
    }
}

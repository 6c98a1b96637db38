public import Foundation
public import NetworkClient

/// A breed of dog, perhaps one of another.
public struct Breed: Hashable, Sendable {
    /// The name of the breed, or of the one it belongs to.
    public let main: String
    /// The name within `main`; `nil` for a breed of its own.
    public let sub: String?

    /// Creates a breed.
    public init(main: String, sub: String? = nil) {
        self.main = main
        self.sub = sub
    }
}

extension Breed: CustomStringConvertible {
    /// The name as people say it: `afghan hound`.
    public var description: String { sub.map { "\($0) \(main)" } ?? main }
}

/// What the dog API offers, with its URLs.
public enum DogAPI: URLGenerator {
    /// The names of all breeds.
    case breeds
    /// URLs of pictures of one breed.
    case images(of: Breed, count: Int)
    /// The breeds that the user likes; asks for an account.
    case favourites

    /// The URL of the resource, at the host of the variable `DOGS_API`, else at one that does not exist.
    public var url: URL? {
        let host = ProcessInfo.processInfo.environment["DOGS_API"] ?? "https://dogs.example.test"
        let path =
            switch self {
            case .breeds: "api/breeds/list/all"
            case .images(let breed, let count):
                (["api/breed", breed.main] + (breed.sub.map { [$0] } ?? []))
                    .joined(separator: "/") + "/images/random/\(count)"
            case .favourites: "api/favourites"
            }
        return URL(string: host)?.appending(path: path)
    }
}

/// The form in which the dog API wraps every answer.
public struct DogAnswer<Message: Decodable & Sendable>: Decodable, Sendable {
    /// What was asked for.
    public let message: Message
}

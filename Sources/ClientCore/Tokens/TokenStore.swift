public import HTTPModel

/// Where secrets are kept between runs, each under a key such as `api.example.com refresh`.
///
/// Calls may block for the time of a file or of another program.
public protocol TokenStore: Sendable {
    /// The secret under `key`; `nil` when there is none.
    ///
    /// - Throws: `TokenStoreError` when the store cannot be read, or does not take such a key.
    func load(_ key: String) throws(TokenStoreError) -> Secret?

    /// Keeps `secret` under `key`, in place of what was there.
    ///
    /// - Throws: `TokenStoreError` when the store cannot be written, or does not take such a key.
    func save(_ secret: Secret, for key: String) throws(TokenStoreError)

    /// Forgets what is under `key`; nothing being there is no fault.
    ///
    /// - Throws: `TokenStoreError` when the store cannot be written, or does not take such a key.
    func delete(_ key: String) throws(TokenStoreError)
}

/// Why a token store did not do what it was asked to; never holds a secret.
public struct TokenStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// The key is empty or holds what the store cannot take.
        case badKey
        /// The secret holds what the store cannot take.
        case badSecret
        /// The store does not exist on this machine, or not for this process.
        case unavailable
        /// Others than the owner could read the store.
        case exposed
        /// The store can only be read.
        case readOnly
        /// The system refused, or the store is damaged.
        case failed
    }

    /// The kind of fault.
    public let code: Code
    /// What is wrong and what would help, as a sentence without full stop.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension TokenStoreError {
    /// Refuses keys that cannot be written on one line.
    static func check(key: String) throws(TokenStoreError) {
        let isPlain = key.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        guard !key.isEmpty, key.utf8.count <= 1024, isPlain else {
            throw TokenStoreError(
                .badKey,
                "a key of a token store has 1 to 1024 bytes and no control characters"
            )
        }
    }
}

import CSupport
import Glibc
public import HTTPModel

/// Secrets in a keyring of the Linux kernel: in no file, and gone with the session, or the machine.
///
/// Containers often forbid the system calls; the error then says so.
///
/// - SeeAlso: `man 7 keyrings`, `man 2 keyctl`.
public struct KernelKeyringTokenStore: TokenStore {
    /// Which keyring, and so how long secrets live.
    public enum Keyring: Int32, Hashable, Sendable, CaseIterable {
        /// The present process's.
        case process = -2
        /// The login session's.
        case session = -3
        /// That of the user, while any process of theirs runs.
        case user = -4
    }

    /// The keyring.
    public let keyring: Keyring
    /// What descriptions of keys begin with.
    public let prefix: String

    /// Creates a store.
    public init(keyring: Keyring = .user, prefix: String = "apus:") {
        self.keyring = keyring
        self.prefix = prefix
    }

    /// The secret under `key`; `nil` when there is none.
    public func load(_ key: String) throws(TokenStoreError) -> Secret? {
        guard let id = try find(key) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe cs_key_read(id, &buffer, buffer.count)
            guard count >= 0 else {
                // Gone, ended or revoked in between.
                if errno == ENOKEY || errno == EKEYEXPIRED || errno == EKEYREVOKED { return nil }
                throw Self.fault("read", errno)
            }
            if count <= buffer.count {
                defer {
                    unsafe buffer.withUnsafeMutableBytes {
                        unsafe cs_forget($0.baseAddress, $0.count)
                    }
                }
                return Secret(String(decoding: buffer[..<count], as: UTF8.self))
            }
            buffer = [UInt8](repeating: 0, count: count)
        }
    }

    /// Keeps `secret` under `key`; one of more than 32767 bytes is refused.
    public func save(_ secret: Secret, for key: String) throws(TokenStoreError) {
        try TokenStoreError.check(key: key)
        var bytes = Array(secret.value.utf8)
        guard (1...32_767).contains(bytes.count) else {
            throw TokenStoreError(.badSecret, "the kernel keeps secrets of 1 to 32767 bytes")
        }
        let count = bytes.count
        let id = unsafe cs_key_add(prefix + key, &bytes, count, keyring.rawValue)
        let code = errno
        unsafe bytes.withUnsafeMutableBytes { unsafe cs_forget($0.baseAddress, $0.count) }
        guard id >= 0 else { throw Self.fault("write", code) }
    }

    /// Forgets what is under `key`.
    public func delete(_ key: String) throws(TokenStoreError) {
        guard let id = try find(key) else { return }
        guard cs_key_unlink(id, keyring.rawValue) == 0 || errno == ENOENT || errno == ENOKEY else {
            throw Self.fault("change", errno)
        }
    }

    private func find(_ key: String) throws(TokenStoreError) -> Int32? {
        try TokenStoreError.check(key: key)
        let id = unsafe cs_key_find(prefix + key, keyring.rawValue)
        if id >= 0 { return id }
        switch errno {
        case ENOKEY, EKEYEXPIRED, EKEYREVOKED: return nil
        case let code: throw Self.fault("search", code)
        }
    }

    private static func fault(_ operation: String, _ code: Int32) -> TokenStoreError {
        switch code {
        case ENOSYS:
            TokenStoreError(.unavailable, "this kernel has no keyrings; use another token store")
        case EPERM, EACCES:
            TokenStoreError(
                .unavailable,
                "the system forbids this process the kernel's keyrings, as containers do; "
                    + "use another token store"
            )
        case EDQUOT:
            TokenStoreError(.failed, "the user's part of the kernel's keyrings is full")
        default:
            TokenStoreError(
                .failed,
                "cannot \(operation) the kernel's keyring: error \(code)"
            )
        }
    }
}

import CSupport
import Glibc
public import HTTPModel

/// Secrets in the desktop's keyring (GNOME Keyring, KWallet), through the program `secret-tool`.
///
/// The secret goes through pipes and never stands in a command line, which other users could read.
///
/// - SeeAlso: `man secret-tool`; freedesktop.org Secret Service.
public struct SecretServiceTokenStore: TokenStore {
    /// The program's path.
    public let program: String
    /// The value of the attribute `application`, which keeps secrets apart from those of others.
    public let application: String

    /// Creates a store.
    public init(program: String = "/usr/bin/secret-tool", application: String = "apus") {
        self.program = program
        self.application = application
    }

    /// The secret under `key`; `nil` when there is none.
    public func load(_ key: String) throws(TokenStoreError) -> Secret? {
        let ending = try run(["lookup"] + attributes(key), input: "")
        // It ends with 1 and says nothing when there is no such secret.
        if ending.status == 1, ending.diagnostics.isEmpty { return nil }
        try check(ending, "look up a secret")
        var text = String(decoding: ending.output, as: UTF8.self)
        if text.hasSuffix("\n") { text.removeLast() }
        return Secret(text)
    }

    /// Keeps `secret` under `key`; one with a line end or NUL is refused.
    public func save(_ secret: Secret, for key: String) throws(TokenStoreError) {
        guard !secret.value.utf8.contains(where: { $0 == 0x0A || $0 == 0 }), !secret.value.isEmpty
        else {
            throw TokenStoreError(
                .badSecret,
                "the desktop's keyring takes no empty secrets and none with line ends"
            )
        }
        let arguments = try ["store", "--label=\(application): \(key)"] + attributes(key)
        try check(try run(arguments, input: secret.value), "store a secret")
    }

    /// Forgets what is under `key`.
    public func delete(_ key: String) throws(TokenStoreError) {
        let ending = try run(["clear"] + attributes(key), input: "")
        if ending.status == 1, ending.diagnostics.isEmpty { return }
        try check(ending, "clear a secret")
    }

    private func attributes(_ key: String) throws(TokenStoreError) -> [String] {
        try TokenStoreError.check(key: key)
        return ["application", application, "key", key]
    }

    private func check(_ ending: PipedProgram.Ending, _ operation: String) throws(TokenStoreError) {
        guard ending.status != 0 else { return }
        // The program may repeat what it read, so only its first line and nothing of the secret.
        let line =
            ending.diagnostics.split(separator: "\n").first.map { ": \($0.prefix(200))" } ?? ""
        throw TokenStoreError(
            .unavailable,
            "the desktop's keyring could not \(operation) (secret-tool ended with "
                + "\(ending.status)\(line)); is a keyring service running?"
        )
    }

    private func run(
        _ arguments: [String],
        input: String
    ) throws(TokenStoreError) -> PipedProgram.Ending {
        guard unsafe access(program, X_OK) == 0 else {
            throw TokenStoreError(
                .unavailable,
                "\(program) is not installed; install libsecret-tools or use another token store"
            )
        }
        guard let ending = PipedProgram.run(program, arguments, input: Array(input.utf8)) else {
            throw TokenStoreError(.failed, "\(program) could not be started")
        }
        return ending
    }
}

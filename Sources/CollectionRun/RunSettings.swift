package import Collections

/// What a session takes from outside: choices of the user, and the world.
package struct RunSettings: Sendable {
    /// The environment; `nil` for none.
    package var environmentName: String?
    /// Variables that win over every other source.
    package var overrides: [String: String]
    /// Where overrides come from, by name; `--var` for those not listed.
    package var overrideSources: [String: String] = [:]
    /// Asks the user for a value; `nil` means that there is no answer.
    package var prompt: @Sendable (Prompt) async -> String?
    /// Asks the user whether a `{{$command …}}` may run; asked once for each command of a session.
    package var consent: @Sendable (_ command: String) async -> Bool
    /// Asks the user whether a request with `# @note` may be sent; each time it is to be sent.
    package var confirm: @Sendable (SavedRequest) async -> Bool = { _ in false }
    /// The variables of the operating system.
    package var processEnvironment: [String: String]
    /// The time now, in nanoseconds since 1970; `nil` for the machine's clock.
    package var now: (@Sendable () -> Int64)?
    /// A fresh random number; `nil` for the machine's.
    package var random: (@Sendable () -> UInt64)?
    /// Whether exchanges are remembered for requests that refer to them.
    ///
    /// A run of requests that refer to none does without, and so needs no memory for each.
    package var keepsExchanges = true
    /// The most content, in bytes, that is taken in for a request that says nothing of it: a response
    /// without an end must not take all memory.
    package var contentLimitInBytes = 1 << 30

    /// Creates settings; nobody answers and no command is allowed unless said.
    package init(
        environmentName: String? = nil,
        overrides: [String: String] = [:],
        processEnvironment: [String: String] = [:],
        prompt: @escaping @Sendable (Prompt) async -> String? = { _ in nil },
        consent: @escaping @Sendable (_ command: String) async -> Bool = { _ in false },
        now: (@Sendable () -> Int64)? = nil,
        random: (@Sendable () -> UInt64)? = nil
    ) {
        self.environmentName = environmentName
        self.overrides = overrides
        self.processEnvironment = processEnvironment
        self.prompt = prompt
        self.consent = consent
        self.now = now
        self.random = random
    }
}

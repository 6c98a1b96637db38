package import HTTPModel

/// Where the values of variables come from, besides the collection itself.
///
/// A name is looked up in this order; the first that has it wins:
/// 1. `overrides` (`--var NAME=VALUE`)
/// 2. `prompts` (answers of the user)
/// 3. `captures` (`# @capture`)
/// 4. `@name = value` lines of the file: the last above or in the request, else the first below
/// 5. the environment: private file, public file, `$shared` of the private file, `$shared` of the
///    public file; among files of one kind, the one nearest to the request's file
/// 6. `variables` of `apus.json`
/// 7. `.env`, the one nearest to the request's file
///
/// Values of 4, 5 (but for `.env`) and 6 are templates and may name other variables; all others are taken as they
/// are.
package struct VariableScopes: Sendable {
    /// The environment; `nil` for none, so that only `$shared` and `.env` are left.
    package var environmentName: String?
    /// Values set from outside.
    package var overrides: [String: String]
    /// Where overrides come from, by name, as the origin of a value shows it; `--var` for those not
    /// listed.
    package var overrideSources: [String: String] = [:]
    /// Values kept from responses.
    package var captures: [String: String]
    /// Exchanges by the id of their request.
    package var responses: [String: Exchange]
    /// What the user answered.
    package var prompts: [String: String]
    /// The first line of output of each allowed `{{$command …}}`, by command text.
    package var commands: [String: String]
    /// The variables of the operating system.
    package var processEnvironment: [String: String]
    /// The time now, in nanoseconds since 1970.
    package var now: @Sendable () -> Int64
    /// How many seconds the local time is ahead of UTC at a moment, in seconds since 1970.
    package var zoneOffset: @Sendable (Int64) -> Int = { SystemClock.zoneOffset(at: $0) }
    /// A fresh random number.
    package var random: @Sendable () -> UInt64

    /// Creates scopes; clock and dice are the machine's.
    package init(
        environmentName: String? = nil,
        overrides: [String: String] = [:],
        captures: [String: String] = [:],
        responses: [String: Exchange] = [:],
        prompts: [String: String] = [:],
        commands: [String: String] = [:],
        processEnvironment: [String: String] = [:],
        now: (@Sendable () -> Int64)? = nil,
        random: (@Sendable () -> UInt64)? = nil
    ) {
        self.environmentName = environmentName
        self.overrides = overrides
        self.captures = captures
        self.responses = responses
        self.prompts = prompts
        self.commands = commands
        self.processEnvironment = processEnvironment
        self.now = now ?? { SystemClock.now() }
        self.random = random ?? { UInt64.random(in: .min ... .max) }
    }
}

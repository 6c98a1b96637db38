/// What the explorer was asked for on the command line.
package struct ExplorerOptions: Hashable, Sendable {
    /// The folder of requests, or one file.
    package var path: String
    /// The environment to begin with; `nil` for the collection's default.
    package var environmentName: String?
    /// Variables that win over every other source.
    package var overrides: [String: String]
    /// Whether requests are answered from the collection's fixtures.
    package var isOffline: Bool
    /// Whether the collection's fixtures are served even when the environment does not ask for it.
    package var isDemo: Bool
    /// Whether it goes line by line instead of on a screen.
    package var isPlain = false
    /// Whether colours are used: `auto`, `always` or `never`.
    package var color: String

    /// Creates options.
    package init(
        path: String,
        environmentName: String? = nil,
        overrides: [String: String] = [:],
        isOffline: Bool = false,
        isDemo: Bool = false,
        color: String = "auto"
    ) {
        self.path = path
        self.environmentName = environmentName
        self.overrides = overrides
        self.isOffline = isOffline
        self.isDemo = isDemo
        self.color = color
    }

    /// Reads the explorer's command line.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        self.init(
            path: arguments.operands.first ?? CommandContext.defaultPath,
            environmentName: arguments.value("env"),
            overrides: try arguments.overrides(),
            isOffline: arguments.has("offline"),
            isDemo: arguments.has("demo"),
            color: arguments.value("color") ?? "auto"
        )
        isPlain = arguments.has("plain")
    }
}

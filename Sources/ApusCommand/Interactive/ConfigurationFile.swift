package import Explorer
import Files

/// The person's configuration: `$XDG_CONFIG_HOME/apus/config.json`, else `~/.config/apus/config.json`.
package enum ConfigurationFile {
    /// Where the file is; `nil` when not even a home is known.
    package static func path(_ environment: [String: String]) -> String? {
        if let config = environment["XDG_CONFIG_HOME"], config.hasPrefix("/") {
            return FilePath.join(config, "apus/config.json")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return FilePath.join(home, ".config/apus/config.json")
    }

    /// The file's name for people: `~` stands for the home.
    package static func shownPath(_ environment: [String: String]) -> String {
        guard let path = path(environment) else { return "config.json" }
        guard let home = environment["HOME"], path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    /// Reads the file; without one, nothing is set.
    ///
    /// One that cannot be read is a problem of the
    /// configuration.
    package static func read(_ environment: [String: String]) -> Configuration {
        guard let path = path(environment), FileSystem.exists(path) else { return Configuration() }
        let shown = shownPath(environment)
        do {
            return Configuration(try FileSystem.read(path), file: shown)
        } catch {
            var configuration = Configuration()
            configuration.problems = [
                ConfigurationProblem(file: shown, location: nil, detail: error.description)
            ]
            return configuration
        }
    }
}

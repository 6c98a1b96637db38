import Collections
import Documents
package import HTTPModel
import Screen

extension Configuration {
    /// Reads a configuration, in JSON5 as `apus.json` is.
    ///
    /// - Parameters:
    ///   - octets: The content of the file.
    ///   - file: The file's name for what is told about it.
    package init(_ octets: Octets, file: String) {
        var reader = ConfigurationReader(octets, file: file)
        self = reader.read()
    }
}

/// Reads the configuration: every setting by itself, so that one that is wrong takes no other along.
struct ConfigurationReader {
    static let settings = ["theme", "themes", "keys", "history"]

    var configuration = Configuration()
    private let octets: Octets
    private let file: String
    private let places: JSONPlaces

    init(_ octets: Octets, file: String) {
        self.octets = octets
        self.file = file
        places = JSONPlaces(octets)
    }

    mutating func read() -> Configuration {
        do {
            let value = try JSONValue(parsing: octets, dialect: .json5)
            guard let members = value.members else {
                report([], "this must be an object, as {\"theme\": \"light\"}")
                return configuration
            }
            for member in members where !Self.settings.contains(member.key) {
                report([member.key], "unknown setting" + guess(member.key, Self.settings))
            }
            if let themes = value["themes"] { readThemes(themes) }
            if let theme = value["theme"] { readThemeName(theme) }
            if let keys = value["keys"] { readKeys(keys) }
            if let history = value["history"] {
                if let isKept = history.boolValue {
                    configuration.keepsHistory = isKept
                } else {
                    report(["history"], "history must be true or false")
                }
            }
        } catch {
            configuration.problems.append(
                ConfigurationProblem(file: file, location: error.location, detail: error.detail)
            )
        }
        configuration.problems.sort { left, right in
            guard let one = left.location, let other = right.location else { return false }
            return one < other
        }
        return configuration
    }

    /// Notes a problem at the member that `path` names.
    mutating func report(_ path: [String], _ detail: String) {
        configuration.problems.append(
            ConfigurationProblem(file: file, location: location(of: path), detail: detail)
        )
    }

    /// Where a member stands.
    func location(of path: [String]) -> TextLocation { places.location(of: path) }

    /// What a word was probably meant to be, as the rest of a sentence; all words when none is near.
    func guess(_ word: String, _ words: [String]) -> String {
        if let near = Spelling.nearest(to: word, in: words) {
            return " '\(word)'; did you mean '\(near)'?"
        }
        guard words.count <= 12 else { return " '\(word)'" }
        return " '\(word)'; there is \(words.joined(separator: ", "))"
    }
}

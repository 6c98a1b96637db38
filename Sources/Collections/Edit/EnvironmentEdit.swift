import Documents
import Files
package import HTTPModel

/// One change to one variable of an environment file; all other bytes stay.
package struct EnvironmentEdit: Sendable, Equatable {
    /// The name of the variable; dots lead into nested objects where there are some.
    package var name: String
    /// The new value, or `nil` to remove the variable.
    package var value: String?
    /// The environment, `$shared` included; without a meaning for `.env` files.
    package var environment: String

    /// Creates an edit.
    package init(name: String, value: String?, environment: String = "$shared") {
        self.name = name
        self.value = value
        self.environment = environment
    }

    /// The file with the change made.
    ///
    /// A file named `.env` has `NAME=VALUE` lines, any other is JSON with comments allowed. The result is
    /// read again, and counts only when this variable is as meant and all others are as they were. An
    /// empty file is as good as one without environments. Removing what is not there changes nothing.
    ///
    /// - Throws: `CollectionError` with code `.notRepresentable`.
    package func applied(
        to bytes: Octets,
        path: String
    ) throws(CollectionError) -> Octets {
        let isDotenv = FilePath.name(of: path) == ".env"
        func refusal(_ detail: String) -> CollectionError {
            CollectionError(.notRepresentable, file: path, detail: detail)
        }
        guard !name.isEmpty, name == name.trimmingSpace else {
            throw refusal("a variable needs a name without blanks around it")
        }
        guard bytes.isEmpty || bytes.validText != nil else {
            throw refusal("this file is not UTF-8 text, so it is not changed")
        }
        var old = EnvironmentReader()
        old.read(bytes, path, isDotenv)
        if let problem = old.problems.first, !isDotenv {
            throw CollectionError(
                .notRepresentable,
                file: path,
                location: problem.location,
                detail: problem.message
            )
        }
        let result: Octets
        do {
            let splices =
                isDotenv
                ? try DotenvText(bytes).splices(name, value)
                : try JSONEnvironmentPlan(bytes).splices(name, value, environment)
            if splices.isEmpty { return bytes }
            result = HTTPFile.spliced(bytes.array, splices)
        } catch {
            throw refusal(error.detail)
        }
        var new = EnvironmentReader()
        new.read(result, path, isDotenv)
        let section = isDotenv ? EnvironmentReader.shared : environment
        guard new.problems.count == old.problems.count,
            others(in: old, section) == others(in: new, section)
        else { throw refusal("another variable would change") }
        let found = new.variables.first { $0.environment == section && $0.variable.name == name }
        guard found?.variable.value == value else {
            throw refusal("the value would read back differently")
        }
        return result
    }

    /// All variables that the change must leave alone.
    private func others(in reader: EnvironmentReader, _ section: String) -> [[String]] {
        reader.variables.filter { environment, variable in
            environment != section
                || !(variable.name == name || variable.name.hasPrefix(name + ".")
                    || name.hasPrefix(variable.name + "."))
        }.map { [$0.environment, $0.variable.name, $0.variable.value] }
    }
}

extension EnvironmentReader {
    fileprivate mutating func read(_ bytes: Octets, _ path: String, _ isDotenv: Bool) {
        if isDotenv {
            readDotenv(bytes, file: path)
        } else if !bytes.isEmpty {
            readJSON(bytes, file: path, isPrivate: false)
        }
    }
}

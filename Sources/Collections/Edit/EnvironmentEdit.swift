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
                ? try DotenvPlan(bytes).splices(name, value)
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

/// Works out what an edit changes in a `.env` file.
struct DotenvPlan {
    private let source: SourceText

    init(_ bytes: Octets) {
        source = SourceText(bytes)
    }

    func splices(_ name: String, _ value: String?) throws(EditPlan.Refusal) -> [Splice] {
        guard !name.contains(where: { "=# \t\r\n\"'".contains($0) }) else {
            throw EditPlan.Refusal(detail: "\(TextQuote.quoted(name)) cannot name a variable here")
        }
        for line in source.lines {
            guard let place = assignment(line), source.text(place.name) == name else { continue }
            guard let value else { return [Splice(line.start..<line.next, "")] }
            let old = source.text(place.value)
            if let quote = old.first, quote == "\"" || quote == "'" {
                return [Splice(place.value, Self.written(value, quote: quote))]
            }
            return [Splice(place.value, Self.written(value, quote: nil))]
        }
        guard let value else { return [] }
        let line = name + "=" + Self.written(value, quote: nil) + source.lineEnd
        let needsEnd = source.lines.last.map { $0.end == $0.next } ?? false
        return [Splice(at: source.bytes.count, (needsEnd ? source.lineEnd : "") + line)]
    }

    private func assignment(_ line: SourceLine) -> (name: Range<Int>, value: Range<Int>)? {
        var content = source.trimmed(line.content)
        if source.starts(content, with: "#") { return nil }
        if source.starts(content, with: "export ") {
            content = source.trimmed((content.lowerBound + 7)..<content.upperBound)
        }
        guard let equals = source.bytes[content].firstIndex(of: Byte.equals) else { return nil }
        let name = source.trimmed(content.lowerBound..<equals)
        let all = source.trimmed((equals + 1)..<content.upperBound)
        guard let first = all.first.map({ source.bytes[$0] }) else { return (name, all) }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            var i = all.lowerBound + 1
            while i < all.upperBound, source.bytes[i] != first {
                i += source.bytes[i] == UInt8(ascii: "\\") && first == UInt8(ascii: "\"") ? 2 : 1
            }
            return (name, all.lowerBound..<min(i + 1, all.upperBound))
        }
        let comment = source.firstIndex(of: " #", in: all)
        return (name, source.trimmed(all.lowerBound..<(comment ?? all.upperBound)))
    }

    /// The value as it reads back, in the quotes of the old one where these can hold it.
    private static func written(_ value: String, quote: Character?) -> String {
        let isPlain =
            value == value.trimmingSpace && !value.contains("#")
            && !value.contains { "\"'\\\n\t".contains($0) }
        if quote == nil, isPlain { return value }
        if quote == "'", !value.contains(where: { "'\n\r".contains($0) }) { return "'\(value)'" }
        var result = "\""
        for character in value {
            switch character {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\"", "\\": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return result + "\""
    }
}

import Documents
import HTTPModel

/// Reads environment files: `http-client.env.json`, its private sibling, and `.env`.
struct EnvironmentReader {
    /// The section whose variables every environment has.
    static let shared = "$shared"

    /// The variables by environment, that of `$shared` included.
    private(set) var variables: [(environment: String, variable: EnvironmentVariable)] = []
    /// The names of the environments, those without variables too.
    private(set) var names: Set<String> = []
    /// What is wrong.
    private(set) var problems: [CollectionProblem] = []

    /// Reads a JSON file: an object of objects.
    mutating func readJSON(_ octets: Octets, file: String, isPrivate: Bool) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: octets, dialect: .json5)
        } catch {
            report(file, error.location, error.detail)
            return
        }
        let locator = KeyLocator(octets)
        guard let environments = value.members else {
            report(
                file,
                TextLocation(line: 1, column: 1),
                "this must be an object of environments, as {\"local\": {\"host\": \"…\"}}"
            )
            return
        }
        for environment in environments {
            guard let members = environment.value.members else {
                report(
                    file,
                    locator.location(of: [environment.key]),
                    "environment \(TextQuote.quoted(environment.key)) must be an object"
                )
                continue
            }
            let isShared = environment.key == Self.shared
            if !isShared { names.insert(environment.key) }
            let rank: EnvironmentVariable.Rank =
                switch (isPrivate, isShared) {
                case (true, false): .privateFile
                case (false, false): .publicFile
                case (true, true): .privateShared
                case (false, true): .publicShared
                }
            for member in members {
                add(member, [environment.key], "", rank, file, locator)
            }
        }
    }

    private mutating func add(
        _ member: JSONMember,
        _ keys: [String],
        _ prefix: String,
        _ rank: EnvironmentVariable.Rank,
        _ file: String,
        _ locator: KeyLocator
    ) {
        let keys = keys + [member.key]
        let name = prefix + member.key
        if let provider = member.value["provider"]?.stringValue,
            member.value["secretName"] != nil || member.value["keyVaultName"] != nil
        {
            return report(
                file,
                locator.location(of: keys),
                "\(TextQuote.quoted(name)) is kept by \(provider), which Apus does not read; "
                    + "write the value into http-client.private.env.json, or use {{$command …}}"
            )
        }
        if let members = member.value.members {
            for inner in members { add(inner, keys, name + ".", rank, file, locator) }
        }
        let variable = EnvironmentVariable(
            name: name,
            value: member.value.variableText,
            rank: rank,
            file: file,
            location: locator.location(of: keys)
        )
        variables.append((keys[0], variable))
    }

    /// Reads a `.env` file: `NAME=VALUE` lines, `#` comments, quotes, and `export` in front.
    mutating func readDotenv(_ octets: Octets, file: String) {
        let text = DotenvText(octets)
        let source = text.source
        for line in source.lines {
            let content = source.trimmed(line.content)
            if content.isEmpty || source.starts(content, with: "#") { continue }
            let location = source.location(content.lowerBound)
            guard let assignment = text.assignment(line) else {
                report(file, location, "a line must be NAME=VALUE")
                continue
            }
            let variable = EnvironmentVariable(
                name: source.text(assignment.name),
                value: text.value(of: assignment),
                rank: .dotenv,
                file: file,
                location: location
            )
            variables.append((Self.shared, variable))
        }
    }

    /// Adds the environments of a file of another tool, which hold in the whole collection.
    mutating func add(_ environments: [ForeignFile.Environment], file: String) {
        for environment in environments {
            if let name = environment.name { names.insert(name) }
            for variable in environment.variables {
                let rank: EnvironmentVariable.Rank =
                    switch (environment.name == nil, variable.isSecret) {
                    case (false, false): .publicFile
                    case (false, true): .privateFile
                    case (true, false): .publicShared
                    case (true, true): .privateShared
                    }
                let new = EnvironmentVariable(
                    name: variable.name,
                    value: variable.value,
                    rank: rank,
                    file: file,
                    location: TextLocation(line: 1, column: 1),
                    scope: "."
                )
                variables.append((environment.name ?? Self.shared, new))
            }
        }
    }

    private mutating func report(_ file: String, _ location: TextLocation, _ message: String) {
        problems.append(CollectionProblem(file: file, location: location, message: message))
    }
}

extension JSONValue {
    /// The value as the text of a variable: strings decoded, `null` empty, the rest as JSON.
    var variableText: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .array, .object: encoded(pretty: false)
        }
    }
}

import Documents
import HTTPModel

/// Reads `apus.json`.
struct SettingsReader {
    static let fileName = "apus.json"
    static let keys = [
        "name", "defaultEnvironment", "token", "fields", "headers", "variables", "errorRules",
        "redaction", "tls", "proxy", "volatilePaths", "history",
    ]

    var settings = CollectionSettings()
    private(set) var problems: [CollectionProblem] = []
    private let file: String
    let locator: KeyLocator

    init(_ octets: Octets, file: String) {
        self.file = file
        locator = KeyLocator(octets)
        do {
            let value = try JSONValue(parsing: octets, dialect: .json5)
            guard let members = value.members else {
                report([], "this must be an object, as {\"name\": \"…\"}")
                return
            }
            for member in members { read(member) }
        } catch {
            problems.append(
                CollectionProblem(file: file, location: error.location, message: error.detail)
            )
        }
    }

    private mutating func read(_ member: JSONMember) {
        let value = member.value
        switch member.key {
        case "name": settings.name = text(value, [member.key])
        case "defaultEnvironment": settings.defaultEnvironment = text(value, [member.key])
        case "token": readToken(value)
        case "fields", "headers": readFields(value, member.key)
        case "variables": readVariables(value)
        case "errorRules": readRules(value)
        case "tls": readTLS(value)
        case "proxy": readProxy(value)
        case "volatilePaths": readVolatilePaths(value)
        case "history":
            guard let isKept = value.boolValue else {
                return report([member.key], "history must be true or false")
            }
            settings.keepsHistory = isKept
        case "redaction":
            settings.redaction.fieldNames = names(value["fields"], "fields")
            settings.redaction.queryNames = names(value["query"], "query")
            settings.redaction.jsonKeys = names(value["jsonKeys"], "jsonKeys")
        default:
            if let near = Spelling.nearest(to: member.key, in: Self.keys) {
                report([member.key], "unknown setting; did you mean \(near)?")
            }
        }
    }

    private mutating func readToken(_ value: JSONValue) {
        settings.tokenLocation = locator.location(of: ["token"])
        if case .null = value { return settings.token = TokenSetting.none }
        guard let text = value.stringValue else {
            return report(["token"], "the token must be a text, as \"bearer {{token}}\"")
        }
        do {
            settings.token = try TokenSetting(text: text)
        } catch {
            report(["token"], error.detail)
        }
    }

    private mutating func readFields(_ value: JSONValue, _ key: String) {
        guard let members = value.members else {
            return report([key], "fields must be an object, as {\"Accept\": \"application/json\"}")
        }
        for member in members {
            guard FieldText.isName(member.key) else {
                report([key, member.key], "\(TextQuote.quoted(member.key)) is no field name")
                continue
            }
            // A list stands for several fields of one name.
            for element in member.value.arrayValue ?? [member.value] {
                settings.fields.append(
                    SavedField(
                        name: member.key,
                        value: element.variableText,
                        location: locator.location(of: [key, member.key])
                    )
                )
            }
        }
    }

    private mutating func readVariables(_ value: JSONValue) {
        guard let members = value.members else {
            return report(["variables"], "variables must be an object, as {\"host\": \"…\"}")
        }
        for member in members {
            settings.variables.append(
                FileVariable(
                    name: member.key,
                    value: member.value.variableText,
                    location: locator.location(of: ["variables", member.key])
                )
            )
        }
    }

    private mutating func readRules(_ value: JSONValue) {
        guard let rules = value.arrayValue else {
            return report(["errorRules"], "errorRules must be a list of objects with \"when\"")
        }
        for rule in rules {
            guard let when = rule["when"]?.stringValue else {
                report(["errorRules"], "each rule must have \"when\", as \"status 404\"")
                continue
            }
            settings.errorRules.append(
                ErrorRuleSetting(
                    when: when,
                    apiError: rule["apiError"]?.stringValue,
                    message: rule["message"]?.stringValue ?? "",
                    isRetryable: rule["retryable"]?.boolValue ?? false,
                    location: locator.location(of: ["errorRules", when])
                )
            )
        }
    }

    mutating func text(_ value: JSONValue, _ path: [String]) -> String? {
        if let text = value.stringValue { return text }
        report(path, "\(path.last ?? "this") must be a text")
        return nil
    }

    private mutating func readVolatilePaths(_ value: JSONValue) {
        let key = "volatilePaths"
        guard let elements = value.arrayValue else {
            return report([key], "\(key) must be a list of JSONPath queries")
        }
        for text in elements.compactMap(\.stringValue) {
            do {
                _ = try JSONPath(text)
                settings.volatilePaths.append(text)
            } catch {
                report([key], "\(TextQuote.quoted(text)) is no JSONPath query: \(error)")
            }
        }
    }

    private mutating func names(_ value: JSONValue?, _ key: String) -> [String] {
        guard let value else { return [] }
        guard let elements = value.arrayValue else {
            report(["redaction", key], "\(key) must be a list of names")
            return []
        }
        return elements.compactMap(\.stringValue)
    }

    mutating func report(_ path: [String], _ message: String) {
        problems.append(
            CollectionProblem(file: file, location: locator.location(of: path), message: message)
        )
    }
}

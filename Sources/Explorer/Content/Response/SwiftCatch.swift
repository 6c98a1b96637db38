package import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// How a Swift program that uses `NetworkClient` meets an error.
package struct SwiftCatch: Equatable, Sendable {
    /// The clause that catches this error and no other, such as
    /// `catch APIError.httpError(.notFound) { … }`.
    package let clause: String
    /// The error's `localizedDescription`.
    package let description: String

    /// Writes the clause for an outcome that is no success.
    package init(_ mapping: Mapping) {
        let name = Self.knownName(mapping.apiError ?? "unknown")
        clause = "catch APIError.\(Self.pattern(name)) { … }"
        switch name {
        case "network", "parseResponse":
            description = mapping.message
        default:
            // The error itself carries no text: it reads as the standard table says.
            let rule = ErrorMapping.standard.rules.first { $0.apiError == name }
            description = rule?.message ?? "Unknown Error"
        }
    }

    private static let statusPrefix = "httpError."

    /// The name of a case that `APIError` has; tables may use others, which become `unknown`.
    private static func knownName(_ name: String) -> String {
        if ErrorMapping.apiErrors.contains(name) { return name }
        return name.hasPrefix(statusPrefix) ? statusPrefix + "unknown" : "unknown"
    }

    private static func pattern(_ name: String) -> String {
        switch name {
        case "network", "parseResponse": "\(name)(errorMessage: let message)"
        case "invalidResponse": "invalidResponse(let data, let response)"
        case let name where name.hasPrefix(statusPrefix):
            "httpError(.\(name.dropFirst(statusPrefix.count)))"
        default: name
        }
    }
}

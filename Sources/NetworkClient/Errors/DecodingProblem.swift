import Documents
public import Foundation

/// Why JSON could not become a value, and where in the text.
///
/// Foundation's decoders give a coding path and no place, and for some faults not even a path. This
/// reads the text again with the library's own reader and finds the place. Holds names and kinds of
/// values, never the values.
public struct DecodingProblem: Error, Hashable, Sendable {
    /// The kind of fault.
    public enum Kind: Hashable, Sendable {
        /// The text is not well-formed JSON.
        case malformed
        /// A member that the type needs is not there.
        case missingMember(String)
        /// A value that the type needs is `null` or not there.
        case missingValue
        /// A value is of another kind than the type needs.
        case typeMismatch
        /// A value has the right kind and cannot be read, such as a date in another form.
        case unreadableValue
        /// The error is none of a decoder.
        case other
    }

    /// The kind of fault.
    public let kind: Kind
    /// Where in the value, such as `items[1].id`; empty for the whole or when it is not known.
    public let path: String
    /// What is wrong, as a fragment without capital and full stop.
    public let reason: String
    /// The byte at which the value begins, or the object that misses a member; from 0.
    ///
    /// For malformed text it is the byte of the fault. `nil` when the place is not known.
    public let byteOffset: Int?
    /// The line of that byte, from 1.
    public let line: Int?
    /// The column of that byte in characters, from 1.
    public let column: Int?

    /// What a user reads, as the error table has it: the data is missing, or in another format.
    public var seedMessage: String {
        switch kind {
        case .missingMember, .missingValue: DecodingFailure.missing
        case .malformed, .typeMismatch, .unreadableValue, .other: DecodingFailure.wrongFormat
        }
    }

    /// Finds out why `data` did not decode.
    ///
    /// - Parameters:
    ///   - error: What the decoder threw.
    ///   - data: What it was given.
    /// - Returns: The problem; of kind `other`, without a place, for what no decoder throws.
    public static func describe(_ error: any Error, in data: Data) -> DecodingProblem {
        if let problem = error as? DecodingProblem { return problem }
        let tape = JSONTape(data.octets)
        if let fault = tape.fault {
            return DecodingProblem(
                kind: .malformed,
                path: "",
                reason: fault.detail,
                byteOffset: fault.offset,
                location: fault.location
            )
        }
        guard let error = error as? DecodingError else {
            return DecodingProblem(
                kind: .other,
                path: "",
                reason: "\(type(of: error)): not an error of a decoder"
            )
        }
        return describe(error, in: tape)
    }

    init(
        kind: Kind,
        path: String,
        reason: String,
        byteOffset: Int? = nil,
        location: TextLocation? = nil
    ) {
        self.kind = kind
        self.path = path
        self.reason = reason
        self.byteOffset = byteOffset
        line = location?.line
        column = location?.column
    }
}

extension DecodingProblem: CustomStringConvertible, LocalizedError {
    /// Place, path and reason, such as `3:14: items[1].id: expected Int, found a string`.
    public var description: String {
        let place = line.flatMap { line in column.map { "\(line):\($0)" } }
        return [place, path.isEmpty ? nil : path, reason].compactMap(\.self).joined(separator: ": ")
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

// Finding the place of a decoder's error.
extension DecodingProblem {
    private static func describe(_ error: DecodingError, in tape: JSONTape) -> DecodingProblem {
        switch error {
        case .keyNotFound(let key, let context):
            let place = ValuePlace(context.codingPath, in: tape)
            return DecodingProblem(
                kind: .missingMember(key.stringValue),
                at: place,
                reason: "member \(String(reflecting: key.stringValue)) is missing"
            )
        case .valueNotFound(let type, let context):
            let place = ValuePlace(context.codingPath, in: tape)
            return DecodingProblem(
                kind: .missingValue,
                at: place,
                reason: "expected \(type), found \(place.kind.map(text(of:)) ?? "nothing")"
            )
        case .typeMismatch(let type, let context):
            let place = ValuePlace(context.codingPath, in: tape)
            return DecodingProblem(
                kind: .typeMismatch,
                at: place,
                reason:
                    "expected \(name(of: type)), found \(place.kind.map(text(of:)) ?? "another kind")"
            )
        case .dataCorrupted(let context) where isAboutDate(context):
            // Foundation's path ends at what holds the date, and is often empty.
            let place = ValuePlace(context.codingPath, in: tape)
            return DecodingProblem(
                kind: .unreadableValue,
                at: place,
                reason: (place.kind == .string ? "the date" : "a date in it")
                    + " is not in the form that is expected"
            )
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            return misfit(in: tape)
        case .dataCorrupted(let context):
            let place = ValuePlace(context.codingPath, in: tape)
            let kind = place.kind.map(text(of:)) ?? "value"
            return DecodingProblem(
                kind: .unreadableValue,
                at: place,
                reason: "\(kind) is not in the form that is expected"
            )
        @unknown default:
            return DecodingProblem(kind: .other, path: "", reason: "the decoder gave up")
        }
    }

    /// Whether Foundation's decoder says that a text is no date.
    private static func isAboutDate(_ context: DecodingError.Context) -> Bool {
        context.debugDescription.localizedCaseInsensitiveContains("date string")
    }

    /// A value that does not fit, whose place Foundation does not tell.
    ///
    /// Mostly it is a number with a fraction or out of range for an integer. When the text has one such
    /// number only, that is the place.
    private static func misfit(in tape: JSONTape) -> DecodingProblem {
        let reason =
            "a value does not fit its type, such as a number with a fraction or out of range"
        var numbers = ValuePlace.numbers(in: tape) { Int64($0) == nil }
        guard let first = numbers.next(), numbers.next() == nil else {
            return DecodingProblem(kind: .unreadableValue, path: "", reason: reason)
        }
        return DecodingProblem(
            kind: .unreadableValue,
            at: first,
            reason: "the number does not fit its type: it has a fraction or is out of range"
        )
    }

    private init(kind: Kind, at place: ValuePlace, reason: String) {
        self.init(
            kind: kind,
            path: place.path,
            reason: reason,
            byteOffset: place.byteOffset,
            location: place.location
        )
    }

    private static func text(of kind: JSONKind) -> String {
        switch kind {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    private static func name(of type: Any.Type) -> String {
        let name = String(describing: type)
        if name.hasPrefix("Array") || name.hasPrefix("[Any") { return "an array" }
        return name.hasPrefix("Dictionary") ? "an object" : name
    }
}

import Foundation

/// The texts for content that cannot be parsed, which are ours: Foundation's differ by platform.
enum DecodingFailure {
    static let wrongFormat = "The data couldn’t be read because it isn’t in the correct format."
    static let missing = "The data couldn’t be read because it is missing."

    /// The text for an error of a parser, or `nil` when it is none of Foundation's decoders.
    static func text(for error: any Error) -> String? {
        switch error {
        case DecodingError.keyNotFound, DecodingError.valueNotFound: missing
        case is DecodingError: wrongFormat
        default: isUnreadableJSON(error) ? wrongFormat : nil
        }
    }

    /// `message` in our words when it is one that Foundation gives on Linux for the same fault.
    ///
    /// Requests often pass on `localizedDescription`, whose text would differ from Apple's.
    static func normalized(_ message: String) -> String {
        switch message {
        case "The operation could not be completed. The data isn’t in the correct format.",
            "The operation could not be completed. The data is not in the correct format.":
            wrongFormat
        case "The operation could not be completed. The data is missing.": missing
        default: message
        }
    }

    /// Whether `error` is what `JSONSerialization` throws for content that is not JSON.
    private static func isUnreadableJSON(_ error: any Error) -> Bool {
        let foundation = error as NSError
        return foundation.domain == NSCocoaErrorDomain
            && foundation.code == CocoaError.Code.propertyListReadCorrupt.rawValue
    }
}

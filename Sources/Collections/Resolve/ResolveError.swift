package import HTTPModel

/// Why a saved request cannot be sent as it is.
package struct ResolveError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of obstacle, for code to switch over.
    package enum Code: Sendable, Equatable {
        /// No scope has the variable; the suggestion is a known name that looks like it.
        case unknownVariable(name: String, suggestion: String?)
        /// A variable's value leads back to itself; the names in order, first equal to last.
        case cyclicVariable([String])
        /// The value comes from the response of this request, which has not been sent yet.
        ///
        /// Carries the id of the request.
        case needsResponse(requestID: String)
        /// The response is there, but not the value wanted from it.
        case noSuchValue
        /// The user is to be asked for this variable.
        case needsPrompt(Prompt)
        /// This command is to be run, once the user allowed it.
        case needsCommand(String)
        /// No environment has this name.
        case unknownEnvironment(name: String, suggestion: String?)
        /// A file that is part of the content cannot be read.
        case unreadableFile(path: String)
        /// The URL is none.
        case invalidURL
        /// The method is no token, or asks for another protocol than HTTP.
        case unsupportedMethod
        /// A field cannot be sent.
        case invalidField
        /// What a directive or `apus.json` says about connections is not understood.
        case invalidOption
        /// An expression in braces is not understood.
        case malformedExpression
        /// The file is broken where this request stands.
        case brokenRequest
    }

    /// The kind of obstacle.
    package var code: Code
    /// The file with the cause, relative to the collection's folder.
    package var file: String
    /// Where the cause is.
    package var location: TextLocation
    /// What is wrong and what to do, a fragment without a capital or full stop.
    package var detail: String

    /// Creates an error.
    package init(_ code: Code, file: String, location: TextLocation, detail: String) {
        self.code = code
        self.file = file
        self.location = location
        self.detail = detail
    }

    /// `path:line:column: detail`.
    package var description: String { "\(file):\(location): \(detail)" }
}

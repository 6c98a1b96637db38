import Glibc

/// Why a file could not be read, written or listed.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path as given.
    package var path: String
    /// What was tried, as a verb phrase that goes before the path: "read", "write".
    package var operation: String
    /// The system's error number, such as `ENOENT`.
    package var errorNumber: Int32

    /// Creates an error.
    package init(path: String, operation: String, errorNumber: Int32) {
        self.path = path
        self.operation = operation
        self.errorNumber = errorNumber
    }

    /// The system's text for the error number, such as "Permission denied".
    package var reason: String {
        guard let text = unsafe strerror(errorNumber) else { return "error \(errorNumber)" }
        return unsafe String(cString: text)
    }

    /// A sentence such as "cannot read a/b: Permission denied".
    package var description: String { "cannot \(operation) \(path): \(reason)" }
}

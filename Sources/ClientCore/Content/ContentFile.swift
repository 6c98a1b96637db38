import Glibc
import HTTPModel

/// A regular file as it was when a request was prepared, so that a change is noticed.
package struct ContentFile: Hashable, Sendable {
    /// The path as given.
    package let path: String
    /// The size in bytes.
    package let size: Int
    private let mark: Mark

    private struct Mark: Hashable {
        var device: UInt
        var inode: UInt
        var size: Int
        var seconds: Int
        var nanoseconds: Int

        init(_ status: stat) {
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
            size = status.st_size
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// Takes note of the file at `path`.
    package init(_ path: String) throws(ContentFileError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw ContentFileError(path: path, errorNumber: errno)
        }
        try Self.check(status, path)
        guard unsafe access(path, R_OK) == 0 else {
            throw ContentFileError(path: path, errorNumber: errno)
        }
        self.path = path
        size = status.st_size
        mark = Mark(status)
    }

    /// Opens the file.
    ///
    /// - Throws: `ContentFileError` when it cannot be read, or is not what it was.
    package func open() throws(ContentFileError) -> ContentFileReader {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ContentFileError(path: path, errorNumber: errno) }
        let reader = ContentFileReader(self, descriptor: descriptor)
        try reader.checkUnchanged()
        return reader
    }

    /// Whether `needle` stands anywhere in the file, which is read in pieces.
    package func holds(_ needle: [UInt8]) throws(ContentFileError) -> Bool {
        let reader = try open()
        var window: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        var isAtEnd = false
        while !isAtEnd {
            let count = try reader.read(into: &piece)
            isAtEnd = count == 0
            window += piece.prefix(count)
            if MultipartForm.find(needle, in: Octets(window)) { return true }
            window = Array(window.suffix(needle.count - 1))
        }
        return false
    }

    fileprivate func isSame(_ status: stat) -> Bool { Mark(status) == mark }

    private static func check(_ status: stat, _ path: String) throws(ContentFileError) {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ContentFileError(path: path, reason: "is no regular file")
        }
    }
}

/// An open file that is read from front to back, by one thread at a time, and closed with the object.
package final class ContentFileReader {
    private let file: ContentFile
    private let descriptor: Int32
    /// How many bytes were read.
    package private(set) var offset = 0

    fileprivate init(_ file: ContentFile, descriptor: Int32) {
        self.file = file
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Reads the next bytes, as many as there are and have room.
    ///
    /// - Returns: How many; 0 at the end, when the file is still what it was.
    /// - Throws: `ContentFileError` when the file cannot be read, is shorter than it was, or has
    ///   changed by the time its last byte is read.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentFileError) -> Int {
        let wanted = min(buffer.count, file.size - offset)
        guard wanted > 0 else { return 0 }
        var count: Int
        repeat {
            count = unsafe pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw ContentFileError(path: file.path, errorNumber: errno) }
        guard count > 0 else { throw changed() }
        offset += count
        if offset == file.size { try checkUnchanged() }
        return count
    }

    /// Reads the next bytes into the elements that `buffer` has.
    package func read(into buffer: inout [UInt8]) throws(ContentFileError) -> Int {
        let result = unsafe buffer.withUnsafeMutableBytes { room in
            Result { () throws(ContentFileError) in try unsafe read(into: room) }
        }
        return try result.get()
    }

    /// Starts again at the first byte.
    package func rewind() { offset = 0 }

    fileprivate func checkUnchanged() throws(ContentFileError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw ContentFileError(path: file.path, errorNumber: errno)
        }
        guard file.isSame(status) else { throw changed() }
    }

    private func changed() -> ContentFileError {
        ContentFileError(path: file.path, reason: "has changed since the request was prepared")
    }
}

@available(*, unavailable)
extension ContentFileReader: Sendable {}

/// Why a file cannot be the content of a request.
package struct ContentFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path as given.
    package let path: String
    /// What is wrong with the file, as the rest of a sentence.
    package let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    package init(path: String, errorNumber: Int32) {
        let text = unsafe strerror(errorNumber).map { unsafe String(cString: $0) } ?? ""
        self.init(path: path, reason: "cannot be read: \(text)")
    }

    /// Path and reason.
    package var description: String { "\(path) \(reason)" }
}

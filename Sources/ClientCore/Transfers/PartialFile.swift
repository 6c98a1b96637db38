import Files
import Glibc
import HTTPModel

/// The file that a download is written to before it gets its name, for one user at a time.
final class PartialFile {
    /// The file's path.
    let path: String
    private let descriptor: Int32
    /// How many bytes stand in it.
    private(set) var count = 0

    /// Creates a new file beside `destination`, with a name of its own.
    init(beside destination: String) throws(NetworkFailure) {
        let folder = FilePath.directory(of: destination)
        let name = FilePath.name(of: destination)
        while true {
            let mark = String(UInt64.random(in: 0 ... .max), radix: 36)
            let path = FilePath.join(folder, ".\(name.prefix(100)).\(mark).part")
            let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
            let descriptor = unsafe open(path, flags, 0o666)
            if descriptor >= 0 {
                self.path = path
                self.descriptor = descriptor
                return
            }
            guard errno == EEXIST else { throw Self.failure("create", destination, errno) }
        }
    }

    /// Opens the file of an earlier download, cut to the `received` bytes that are known.
    ///
    /// - Returns: `nil` when it is not there, or is no regular file.
    init?(path: String, received: Int) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
        count = min(Int(status.st_size), received)
        guard ftruncate(descriptor, off_t(count)) == 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Adds octets at the end.
    func append(_ octets: Octets) throws(NetworkFailure) {
        var written = 0
        while written < octets.count {
            let result = unsafe octets.slice(written..<octets.count).withUnsafeBytes { bytes in
                unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(count))
            }
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else { throw Self.failure("write", path, result < 0 ? errno : EIO) }
            written += result
            count += result
        }
    }

    /// Forgets what stands in the file.
    func empty() throws(NetworkFailure) {
        guard ftruncate(descriptor, 0) == 0 else { throw Self.failure("write", path, errno) }
        count = 0
    }

    /// Gives the file its name, at once and for good.
    ///
    /// A file of that name goes when `replaces` says so; otherwise it is a failure.
    func move(to destination: String, replaces: Bool) throws(NetworkFailure) {
        guard fsync(descriptor) == 0 else { throw Self.failure("write", path, errno) }
        defer { FileSystem.flushFolder(FilePath.directory(of: destination)) }
        if replaces {
            guard unsafe rename(path, destination) == 0 else {
                throw Self.failure("write", destination, errno)
            }
            return
        }
        guard unsafe link(path, destination) == 0 else {
            throw Self.failure("write", destination, errno)
        }
        remove()
    }

    /// Removes the file.
    func remove() { unsafe unlink(path) }

    /// The failure when `path` cannot be used.
    static func failure(_ operation: String, _ path: String, _ code: Int32) -> NetworkFailure {
        failure(FileError(path: path, operation: operation, errorNumber: code))
    }

    /// The failure of a file, with its path.
    static func failure(_ error: FileError) -> NetworkFailure {
        NetworkFailure(
            .receiveFile,
            phase: .receive,
            detail: error.description,
            causes: ["errno \(error.errorNumber)"]
        )
    }
}

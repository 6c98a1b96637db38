import Glibc
package import HTTPModel

extension FileSystem {
    /// Reads the file at `path`, links followed.
    ///
    /// A regular file of at least 1 MiB is mapped, so that only the pages looked at are read; should
    /// it be cut short by another program meanwhile, touching the missing pages is fatal, as with
    /// any mapping. Smaller ones, pipes and devices are copied until their end.
    package static func read(_ path: String) throws(FileError) -> Octets {
        try readStamped(path).content
    }

    /// Reads the file at `path` as `read` does, with what it was like when it was opened.
    ///
    /// A file that other programs write while its content is kept must not be mapped: what was read would
    /// change, and end when it is cut short.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mayMap: Whether a large file may be mapped.
    /// - Returns: Its content, and the stamp of the file that was opened.
    /// - Throws: `FileError` when it cannot be opened or read.
    package static func readStamped(
        _ path: String,
        mayMap: Bool = true
    ) throws(FileError) -> (content: Octets, stamp: FileStamp) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw FileError(path: path, operation: "read", errorNumber: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw FileError(path: path, operation: "read", errorNumber: errno)
        }
        let byteCount = Int(status.st_size)
        let stamp = FileStamp(status)
        if mayMap && status.st_mode & S_IFMT == S_IFREG && byteCount >= mappingThreshold {
            let mapping = unsafe mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0)
            if let mapping = unsafe mapping, unsafe mapping != MAP_FAILED {
                return (unsafe Octets(adoptingMapping: mapping, count: byteCount), stamp)
            }
        }
        do {
            return (try copy(descriptor, expecting: byteCount), stamp)
        } catch {
            throw FileError(path: path, operation: "read", errorNumber: error.number)
        }
    }

    /// Replaces the file at `path` by one that holds `bytes`, or leaves it exactly as it was.
    ///
    /// The bytes go to a new file in the same folder, are flushed to the disk, and take the old
    /// file's place in one step; the folder is flushed too. The mode of an existing file is kept, and
    /// a symbolic link stays one: the file it leads to is replaced. A file without write permission
    /// is refused.
    ///
    /// With a `mode`, such as `0o600` for what only its owner may read, the file has that afterwards;
    /// without, a new one has what the user's file mask allows.
    package static func replace(
        _ path: String,
        with bytes: Octets,
        mode: UInt32? = nil
    ) throws(FileError) {
        let target = linkTarget(of: path)
        let old = status(of: target)
        if old != nil, unsafe access(target, W_OK) != 0 {
            throw FileError(path: path, operation: "write", errorNumber: errno)
        }
        let folder = FilePath.directory(of: target)
        let temporary = try createTemporary(
            in: folder,
            near: target,
            for: path,
            mode: mode ?? 0o666
        )
        do {
            defer { close(temporary.descriptor) }
            try write(bytes, to: temporary.descriptor)
            if let old {
                // Owner and group can be kept by few callers only; the mode by all.
                if old.st_uid != geteuid() || old.st_gid != getegid() {
                    _ = fchown(temporary.descriptor, old.st_uid, old.st_gid)
                }
                try check(fchmod(temporary.descriptor, mode ?? old.st_mode & 0o7777))
            } else if let mode {
                try check(fchmod(temporary.descriptor, mode))
            }
            try check(fsync(temporary.descriptor))
            try check(unsafe rename(temporary.path, target))
        } catch {
            unsafe unlink(temporary.path)
            throw FileError(path: path, operation: "write", errorNumber: error.number)
        }
        flushFolder(folder)
    }

    /// An error number on its way to a `FileError`.
    private struct SystemFault: Error {
        var number: Int32
    }

    private static func check(_ result: Int32) throws(SystemFault) {
        if result != 0 { throw SystemFault(number: errno) }
    }

    private static func copy(
        _ descriptor: Int32,
        expecting byteCount: Int
    ) throws(SystemFault) -> Octets {
        var builder = OctetBuilder(expecting: byteCount)
        // One byte more than expected, so that the end is seen at the second call.
        let size = byteCount > 0 ? min(byteCount + 1, 1 << 16) : 1 << 16
        var buffer = [UInt8](repeating: 0, count: size)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                let count = unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
                if count > 0 {
                    unsafe builder.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                }
                return count
            }
            if count == 0 { return builder.snapshot() }
            if count < 0 && errno != EINTR { throw SystemFault(number: errno) }
        }
    }

    private static func write(_ bytes: Octets, to descriptor: Int32) throws(SystemFault) {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { all in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: all[offset...])
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                offset += count
            } else if errno != EINTR {
                throw SystemFault(number: errno)
            }
        }
    }

    /// Creates an empty file with a name not yet taken; the user's file mask applies to its mode.
    private static func createTemporary(
        in folder: String,
        near target: String,
        for path: String,
        mode: mode_t
    ) throws(FileError) -> (descriptor: Int32, path: String) {
        for _ in 0..<100 {
            let suffix = String(UInt32.random(in: .min ... .max), radix: 36)
            // A long name leaves room for what is added: names have at most 255 bytes.
            let name = ".\(FilePath.name(of: target).prefix(60)).\(suffix).tmp"
            let temporary = FilePath.join(folder, name)
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            let descriptor = unsafe open(temporary, flags, mode)
            if descriptor >= 0 { return (descriptor, temporary) }
            if errno != EEXIST { break }
        }
        throw FileError(path: path, operation: "write", errorNumber: errno)
    }

    /// Where symbolic links at `path` lead, also when nothing is there yet.
    private static func linkTarget(of path: String) -> String {
        var current = path
        // As many as Linux itself follows (`man 7 path_resolution`).
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = unsafe readlink(current, &buffer, buffer.count)
            guard count > 0 else { return current }
            let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
            let link = String(decoding: bytes, as: UTF8.self)
            current = FilePath.join(FilePath.directory(of: current), link)
        }
        return current
    }

    /// Makes a rename in `folder` durable; file systems that cannot do that are left alone.
    package static func flushFolder(_ folder: String) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

import Files
import Glibc
import HTTPModel
import TestSupport
import Testing

/// Reading, listing and atomic replacing.
@Suite struct FileSystemTests {
    @Test func contentComesBackEqualWhetherCopiedOrMapped() throws {
        let folder = try TemporaryFolder()
        for count in [0, 1, 70_000, 1 << 20, (1 << 20) + 1] {
            let bytes = Octets((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            try FileSystem.replace(folder.file("f"), with: bytes)
            #expect(try FileSystem.read(folder.file("f")) == bytes)
        }
        #expect(try FileSystem.list(folder.path).map(\.name) == ["f"])
    }

    @Test func replacingKeepsModeAndLinks() throws {
        let folder = try TemporaryFolder()
        try folder.write("real/f", "old")
        chmod(folder.file("real/f"), 0o640)
        symlink("real/f", folder.file("link"))
        try FileSystem.replace(folder.file("link"), with: Octets(utf8: "new"))
        #expect(try FileSystem.read(folder.file("real/f")).text == "new")
        var status = stat()
        lstat(folder.file("link"), &status)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        stat(folder.file("real/f"), &status)
        #expect(status.st_mode & 0o7777 == 0o640)
        symlink("nothing-yet", folder.file("dangling"))
        try FileSystem.replace(folder.file("dangling"), with: Octets(utf8: "made"))
        #expect(try FileSystem.read(folder.file("nothing-yet")).text == "made")
    }

    @Test func aModeThatWasAskedForIsSetOnNewAndOldFiles() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", "x")
        for name in ["old", "new"] {
            try FileSystem.replace(folder.file(name), with: Octets(utf8: "y"), mode: 0o600)
            #expect(FileSystem.mode(of: folder.file(name)) == 0o600)
        }
        try FileSystem.createDirectories(folder.file("a/b"), mode: 0o700)
        #expect(FileSystem.mode(of: folder.file("a/b")) == 0o700)
        #expect(FileSystem.mode(of: folder.file("none")) == nil)
    }

    /// `/dev/full` cannot be replaced, so the limit on file sizes stands in for a full disk; it holds for
    /// the whole process, hence in a child.
    @Test func aFailedWriteLeavesTheOriginalAlone() throws {
        let folder = try TemporaryFolder()
        try folder.write("f", "original")
        let child = forkedStatus {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
            setrlimit(__rlimit_resource_t(1), &limit)
            do throws(FileError) {
                try FileSystem.replace(
                    folder.file("f"),
                    with: Octets(Array(repeating: 1, count: 9000))
                )
                return 1
            } catch {
                return error.errorNumber == EFBIG && error.operation == "write" ? 0 : 2
            }
        }
        #expect(child == 0)
        #expect(try FileSystem.read(folder.file("f")).text == "original")
        #expect(try FileSystem.list(folder.path).map(\.name) == ["f"])
    }

    @Test func aFolderThatRefusesIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("f", "x")
        do throws(FileError) {
            try FileSystem.replace(folder.file("f/g"), with: Octets())
            Issue.record("a file is no folder")
        } catch {
            #expect(error.description == "cannot write \(folder.file("f/g")): Not a directory")
        }
        #expect(throws: FileError.self) { try FileSystem.read(folder.file("none")) }
        #expect(throws: FileError.self) { try FileSystem.read(folder.path) }
        #expect(throws: FileError.self) { try FileSystem.list(folder.file("f")) }
    }

    @Test func stampsTellChanges() throws {
        let folder = try TemporaryFolder()
        #expect(FileSystem.stamp(folder.file("f")) == nil)
        try folder.write("f", "one")
        let first = FileSystem.stamp(folder.file("f"))
        #expect(first?.byteCount == 3)
        try folder.write("f", "two")
        #expect(FileSystem.stamp(folder.file("f")) != first)
        try FileSystem.remove(folder.file("f"))
        #expect(!FileSystem.exists(folder.file("f")))
    }

    private func forkedStatus(_ body: () -> Int32) -> Int32 {
        // `fork` is not offered to Swift, as little may be done in the child; this body does little.
        guard let symbol = dlsym(nil, "fork") else { return -1 }
        let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
        let child = fork()
        if child == 0 { _exit(body()) }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return status >> 8 & 0xFF
    }
}

/// Paths as text.
@Suite struct FilePathTests {
    @Test(arguments: [
        ("a/b", "a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("/", "/", "/"), ("a/b/", "a", "b"),
        ("a//b", "a", "b"), ("", ".", ""),
    ])
    func pathsAreTakenApart(path: String, folder: String, name: String) {
        #expect(FilePath.directory(of: path) == folder)
        #expect(FilePath.name(of: path) == name)
    }

    @Test(arguments: [
        ("a/./b//c/..", "a/b"), ("/../a", "/a"), ("../a/../..", "../.."), ("", "."), ("a/..", "."),
    ])
    func pathsAreNormalized(path: String, normal: String) {
        #expect(FilePath.normalized(path) == normal)
    }

    @Test(arguments: [
        ("/a/b", "/a", "b"), ("/c", "/a", "../c"), ("/a", "/a", "."), ("a/b", ".", "a/b"),
        ("a", "b/c", "../../a"), ("/a", "b", "/a"),
    ])
    func waysBetweenPathsAreFound(path: String, base: String, way: String) {
        #expect(FilePath.relative(path, to: base) == way)
    }

    @Test func extensionsAreInLowerCase() {
        #expect(FilePath.fileExtension(of: "a/b.HTTP") == "http")
        #expect(FilePath.fileExtension(of: ".env") == "")
        #expect(FilePath.fileExtension(of: "a.d/b") == "")
        #expect(FilePath.withoutExtension("a.d/b") == "a.d/b")
        #expect(FilePath.withoutExtension("a.d/é.x.HTTP") == "a.d/é.x")
        #expect(FilePath.withoutExtension("a/.env") == "a/.env")
        #expect(FilePath.withoutExtension("a/b.") == "a/b.")
        #expect(FilePath.name(of: "ä/ö//") == "ö")
        #expect(FilePath.join("a", "b") == "a/b")
        #expect(FilePath.join("a", "/b") == "/b")
        #expect(FilePath.absolute("a/../b").hasSuffix("/b"))
    }
}

import Collections
import Files
import Glibc
import HTTPModel
import TestSupport
import Testing

/// A save that cannot be finished leaves the old file whole, and the edit is still there to save again.
@Suite struct SaveTests {
    private static let text = "### a\nGET http://a\n\n### b\nGET http://b\n"

    private func edited(_ file: HTTPFile) throws -> HTTPFile {
        try file.applying(.setBody(.text(String(repeating: "0123456789", count: 9000))), to: 0)
    }

    @Test func aWriteCutShortLeavesTheOldFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.http", Self.text)
        let path = folder.file("a.http")
        let file = try edited(HTTPFile(try FileSystem.read(path), path: "a.http"))
        let status = forked {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
            setrlimit(__rlimit_resource_t(1), &limit)
            return Self.save(file, path) == EFBIG ? 0 : 1
        }
        #expect(status == 0)
        try expectWhole(folder, file)
    }

    @Test func aFullDiskLeavesTheOldFileAndIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.http", Self.text)
        let path = folder.file("a.http")
        let file = try edited(HTTPFile(Octets(utf8: Self.text), path: "a.http"))
        let status = forked {
            guard Self.mountSmallDisk(folder.path) else { return 77 }
            let old = Octets(utf8: Self.text)
            do {
                try FileSystem.replace(path, with: old)
            } catch {
                return 2
            }
            guard Self.save(file, path) == ENOSPC else { return 3 }
            guard let entries = try? FileSystem.list(folder.path), entries.count == 1 else {
                return 4
            }
            return (try? FileSystem.read(path)) == old ? 0 : 5
        }
        // 77: this machine does not let a process mount a disk of its own.
        #expect(status == 0 || status == 77)
        #expect(
            FileError(path: "a.http", operation: "write", errorNumber: ENOSPC).description
                == "cannot write a.http: No space left on device"
        )
        try expectWhole(folder, file)
    }

    @Test func aKillBetweenWriteAndRenameLeavesTheOldFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.http", Self.text)
        let path = folder.file("a.http")
        let file = try edited(HTTPFile(Octets(utf8: Self.text), path: "a.http"))
        let status = forked {
            guard Self.dieAtRename() else { return 77 }
            _ = Self.save(file, path)
            return 1
        }
        #expect(status == 128 + SIGSYS || status == 77)
        if status != 77 {
            #expect(try FileSystem.list(folder.path).count == 2, "all was written, but not renamed")
        }
        try expectWhole(folder, file)
    }

    /// The old file is as it was, what was left behind is no request file, and saving again works.
    private func expectWhole(_ folder: TemporaryFolder, _ file: HTTPFile) throws {
        let path = folder.file("a.http")
        #expect(try FileSystem.read(path).text == Self.text)
        #expect(try RequestCollection.load(folder.path).files.map(\.path) == ["a.http"])
        try FileSystem.replace(path, with: file.bytes)
        #expect(try FileSystem.read(path) == file.bytes)
    }

    /// The error number of saving; 0 for none.
    private static func save(_ file: HTTPFile, _ path: String) -> Int32 {
        do {
            try FileSystem.replace(path, with: file.bytes)
            return 0
        } catch {
            return error.errorNumber
        }
    }

    /// Puts a disk of 16 kB over `folder`, for this process only.
    private static func mountSmallDisk(_ folder: String) -> Bool {
        // CLONE_NEWNS, with CLONE_NEWUSER for those who are not root.
        let flags: Int32 = geteuid() == 0 ? 0x0002_0000 : 0x1002_0000
        guard let unshareSymbol = dlsym(nil, "unshare"), let mountSymbol = dlsym(nil, "mount")
        else {
            return false
        }
        typealias Unshare = @convention(c) (Int32) -> Int32
        typealias Mount =
            @convention(c) (
                UnsafePointer<CChar>?, UnsafePointer<CChar>, UnsafePointer<CChar>?, UInt,
                UnsafePointer<CChar>?
            ) -> Int32
        let unshare = unsafeBitCast(unshareSymbol, to: Unshare.self)
        let mount = unsafeBitCast(mountSymbol, to: Mount.self)
        // MS_REC | MS_PRIVATE, so that nobody else sees the disk.
        return unshare(flags) == 0 && mount("none", "/", nil, 0x4_4000, nil) == 0
            && mount("tmpfs", folder, "tmpfs", 0, "size=16k") == 0
    }

    /// Makes the kernel end this process when it renames a file.
    private static func dieAtRename() -> Bool {
        #if arch(x86_64)
        let calls: [UInt32] = [82, 264, 316]
        #else
        let calls: [UInt32] = [38, 276]
        #endif
        guard let symbol = dlsym(nil, "prctl") else { return false }
        typealias Prctl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        let prctl = unsafeBitCast(symbol, to: Prctl.self)
        // A BPF program (`man 2 seccomp`): load the number of the call, and compare it with each.
        func step(_ code: UInt16, _ ifTrue: UInt8, _ ifFalse: UInt8, _ value: UInt32) -> UInt64 {
            UInt64(code) | UInt64(ifTrue) << 16 | UInt64(ifFalse) << 24 | UInt64(value) << 32
        }
        var program = [step(0x20, 0, 0, 0)]
        for (i, call) in calls.enumerated() {
            program.append(step(0x15, UInt8(calls.count - i), 0, call))
        }
        program += [step(0x06, 0, 0, 0x7FFF_0000), step(0x06, 0, 0, 0x8000_0000)]
        return program.withUnsafeBufferPointer { steps in
            let head = [UInt(steps.count), UInt(bitPattern: steps.baseAddress)]
            return head.withUnsafeBufferPointer { head in
                // PR_SET_NO_NEW_PRIVS, then PR_SET_SECCOMP with a filter.
                prctl(38, 1, 0, 0, 0) == 0
                    && prctl(22, 2, UInt(bitPattern: head.baseAddress), 0, 0) == 0
            }
        }
    }

    /// Runs `body` in a process of its own: its status, or 128 and the signal that ended it.
    private func forked(_ body: () -> Int32) -> Int32 {
        // `fork` is not offered to Swift, as little may be done in the child; this body does little.
        guard let symbol = dlsym(nil, "fork") else { return -1 }
        let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
        let child = fork()
        if child == 0 { _exit(body()) }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    }
}

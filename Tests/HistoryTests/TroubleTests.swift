import Files
import Fixtures
import HTTPModel
import History
import TestSupport
import Testing

/// A history that cannot be used says why, and harms nothing.
@Suite struct TroubleTests {
    private func code(_ work: () throws -> Void) -> HistoryError.Code? {
        do {
            try work()
            return nil
        } catch let error as HistoryError {
            return error.code
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test func aFileThatIsNoDatabaseIsCalledDamagedUntilItIsReset() throws {
        let folder = try TemporaryFolder()
        try folder.write("state/history.db", String(repeating: "no database at all\n", count: 400))
        let store = Sample.store(in: folder)
        let record = Sample.record(try Sample.exchange())
        #expect(code { try store.append(record) } == .damaged)
        #expect(code { _ = try store.items() } == .damaged)
        try store.reset()
        let id = try store.append(record)
        #expect(try store.items().map(\.id) == [id])
    }

    @Test func aDatabaseDamagedInTheMiddleDoesNotTrap() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        let body = String(repeating: "0123456789abcdef", count: 8_000)
        for _ in 0..<5 { try store.append(Sample.record(try Sample.exchange(received: body))) }
        try store.remove([1])
        var bytes = try folder.read("state/history.db").array
        for i in 4_096..<bytes.count { bytes[i] ^= 0x5A }
        let other = try TemporaryFolder()
        try other.write("state/history.db", Octets(bytes))
        let broken = Sample.store(in: other)
        #expect(code { _ = try broken.items() } == .damaged)
        #expect(code { try broken.append(Sample.record(try Sample.exchange())) } == .damaged)
        #expect(
            HistoryError(.damaged, path: "/a/history.db", detail: "x").description.contains(
                "'apus history clear --all'"
            )
        )
    }

    @Test func aDatabaseOfANewerVersionIsLeftAlone() async throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        try store.append(Sample.record(try Sample.exchange()))
        try await Python.run("c.execute('PRAGMA user_version = 99')", on: store.path)
        let later = Sample.store(in: folder)
        #expect(code { try later.append(Sample.record(try Sample.exchange())) } == .newerVersion)
        try await Python.run("c.execute('PRAGMA user_version = 1')", on: store.path)
        #expect(try Sample.store(in: folder).items().count == 1)
    }

    @Test func aLockedDatabaseIsSaidToBeLockedAndWorksAgainLater() async throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder, patience: .milliseconds(50))
        let record = Sample.record(try Sample.exchange())
        try store.append(record)
        let holder = try ChildProgram(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sqlite3, sys
                c = sqlite3.connect(sys.argv[1], isolation_level=None)
                c.execute('BEGIN EXCLUSIVE')
                print('locked', flush=True)
                sys.stdin.read()
                c.execute('ROLLBACK')
                """,
                store.path,
            ]
        )
        #expect(await holder.line { $0 == "locked" } != nil)
        #expect(code { try store.append(record) } == .busy)
        // Readers do not wait for a writer.
        #expect(try store.items().count == 1)
        _ = await holder.finish()
        try store.append(record)
        #expect(try store.items().count == 2)
    }

    @Test func aFolderThatCannotBeMadeIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("state", "a file, no folder")
        #expect(code { _ = try Sample.store(in: folder).items() } == .inaccessible)
    }

    @Test func aFullDiskLosesOnlyTheNewEntry() async throws {
        let folder = try TemporaryFolder()
        let state = folder.file("state")
        try FileSystem.createDirectories(state)
        let mounted = try await ChildProgram.run(
            "/bin/mount",
            ["-t", "tmpfs", "-o", "size=256k", "tmpfs", state]
        )
        guard mounted.exitCode == 0 else {
            print("skipped: no small file system can be mounted here")
            return
        }
        let store = Sample.store(in: folder)
        let small = Sample.record(try Sample.exchange())
        let id = try store.append(small)
        let body = String(repeating: "x", count: 400_000)
        let large = Sample.record(try Sample.exchange(received: body))
        #expect(code { try store.append(large) } == .full)
        #expect(try store.items().map(\.id) == [id])
        let next = try store.append(small)
        #expect(try store.items().map(\.id) == [next, id])
        try store.reset()
        _ = try await ChildProgram.run("/bin/umount", [state])
    }
}

/// Another program that uses the database.
enum Python {
    static func run(_ statement: String, on path: String) async throws {
        let ending = try await ChildProgram.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sqlite3, sys
                c = sqlite3.connect(sys.argv[1])
                \(statement)
                c.commit()
                """,
                path,
            ]
        )
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
    }
}

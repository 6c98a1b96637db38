import Files
import Glibc
import HTTPModel
import TestSupport
import Testing

/// Changes that other programs make in folders, told by the kernel.
@Suite(.timeLimit(.minutes(1))) struct FolderWatchTests {
    /// A watch of a folder, and what it tells, one set of names for each quiet moment.
    private final class Watched {
        let folder: TemporaryFolder
        let watch: FolderWatch
        private var reports: AsyncStream<Set<String>>.Iterator

        init(_ prepare: (TemporaryFolder) throws -> Void = { _ in }) throws {
            let folder = try TemporaryFolder()
            try prepare(folder)
            let (stream, continuation) = AsyncStream.makeStream(of: Set<String>.self)
            watch = try FolderWatch(
                interest: { name, isFolder in isFolder || name.hasSuffix(".http") },
                report: { continuation.yield($0) }
            )
            try watch.add(folder.path)
            self.folder = folder
            reports = stream.makeAsyncIterator()
        }

        deinit { watch.stop() }

        /// The next report, as paths below the folder.
        func next() async -> Set<String> {
            let paths = await reports.next(isolation: #isolation) ?? []
            return Set(paths.map { FilePath.relative($0, to: folder.path) })
        }

        /// Waits until a path was told, however many reports that takes.
        func wait(for path: String) async {
            while await !next().contains(path) {}
        }
    }

    @Test func aFileWrittenInPlaceIsToldOnce() async throws {
        let watched = try Watched { try $0.write("a.http", "old") }
        let descriptor = open(watched.folder.file("a.http"), O_WRONLY | O_TRUNC)
        for _ in 0..<20 { _ = write(descriptor, "line\n", 5) }
        close(descriptor)
        #expect(await watched.next() == ["a.http"])
    }

    @Test func aFileReplacedByRenameIsToldAndStaysWatched() async throws {
        let watched = try Watched { try $0.write("a.http", "old") }
        for text in ["once", "twice"] {
            // As editors do: a new file with another name, then over the old one.
            try watched.folder.write("new-file~", text)
            rename(watched.folder.file("new-file~"), watched.folder.file("a.http"))
            #expect(await watched.next() == ["a.http"])
        }
    }

    @Test func newAndRemovedFilesAreTold() async throws {
        let watched = try Watched { try $0.write("a.http", "a") }
        try watched.folder.write("b.http", "b")
        #expect(await watched.next() == ["b.http"])
        try FileSystem.remove(watched.folder.file("a.http"))
        #expect(await watched.next() == ["a.http"])
    }

    @Test func whatDoesNotMatterIsNotTold() async throws {
        let watched = try Watched()
        try watched.folder.write("notes.txt", "x")
        try watched.folder.write("a.http", "x")
        #expect(await watched.next() == ["a.http"])
    }

    @Test func aNewFolderIsWatchedWithAllInIt() async throws {
        let watched = try Watched()
        let inner = watched.folder.file("prepared")
        let outer = try TemporaryFolder()
        try outer.write("prepared/deep/a.http", "a")
        rename(outer.file("prepared"), inner)
        #expect(await watched.next() == ["prepared"])
        try watched.folder.write("prepared/deep/a.http", "b")
        #expect(await watched.next() == ["prepared/deep/a.http"])
        try watched.folder.write("made/later.http", "c")
        await watched.wait(for: "made")
        try watched.folder.write("made/later.http", "d")
        await watched.wait(for: "made/later.http")
    }

    @Test func aFolderMovedAwayIsNotWatchedAnyMore() async throws {
        let watched = try Watched { try $0.write("old/a.http", "a") }
        try watched.watch.add(watched.folder.file("old"))
        rename(watched.folder.file("old"), watched.folder.file("new"))
        let moved = await watched.next()
        #expect(moved.isSuperset(of: ["old", "new"]))
        try watched.folder.write("new/a.http", "b")
        #expect(await watched.next() == ["new/a.http"])
    }

    @Test func aRemovedFolderIsTold() async throws {
        let watched = try Watched { try $0.write("old/a.http", "a") }
        try watched.watch.add(watched.folder.file("old"))
        try FileSystem.remove(watched.folder.file("old/a.http"))
        try FileSystem.remove(watched.folder.file("old"))
        await watched.wait(for: "old")
    }

    @Test func manyChangesInARowComeTogether() async throws {
        let watched = try Watched()
        for i in 0..<100 {
            let descriptor = open(watched.folder.file("f\(i).http"), O_CREAT | O_WRONLY, 0o600)
            #expect(write(descriptor, "x", 1) == 1)
            close(descriptor)
        }
        var told: Set<String> = []
        var reports = 0
        while told.count < 100 {
            told.formUnion(await watched.next())
            reports += 1
        }
        #expect(reports < 50)
    }

    @Test func aFolderThatIsNotThereIsRefused() throws {
        let watched = try Watched()
        #expect(throws: FileError.self) { try watched.watch.add(watched.folder.file("none")) }
    }
}

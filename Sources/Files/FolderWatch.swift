import CSupport
import Glibc
import Synchronization

/// Tells when other programs change something in folders, as the kernel reports it (inotify).
///
/// A thread of its own sleeps until something happens and then until it is quiet again, so that one save
/// is told once, however an editor does it: written in place, or a new file renamed over the old one.
/// Nothing wakes while nothing happens. A folder that appears in a watched one is watched too, with all in
/// it. What a symbolic link leads to is not watched.
///
/// - SeeAlso: `man 7 inotify`.
package final class FolderWatch: Sendable {
    /// Which names matter: a name without its folder, and whether it is a folder's.
    package typealias Interest = @Sendable (_ name: String, _ isFolder: Bool) -> Bool

    /// How long nothing must happen before changes are told, in milliseconds.
    private static let quietTime = 60
    /// After how long they are told although more happens, in milliseconds.
    private static let longestDelay = 1000

    private struct State {
        /// The folders by the kernel's number for them; one folder may have several paths.
        var paths: [Int32: [String]] = [:]
        var isStopped = false
    }

    private let descriptor: Int32
    private let wakeEnds: (read: Int32, write: Int32)
    private let interest: Interest
    private let state = Mutex(State())

    /// Creates a watch of no folders.
    ///
    /// - Parameters:
    ///   - interest: Which names matter; asked on the watch's thread.
    ///   - report: Told the paths that changed, each once; called on the watch's thread, never twice at
    ///     a time. A path is a file or folder that was written, made, moved or removed. No path at all
    ///     means that so much happened that the kernel did not keep it: everything may be different.
    /// - Throws: `FileError` when the system has no watch to give.
    package init(
        interest: @escaping Interest,
        report: @escaping @Sendable (Set<String>) -> Void
    ) throws(FileError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw FileError(path: "folders", operation: "watch", errorNumber: errno)
        }
        var ends: [Int32] = [-1, -1]
        guard unsafe cs_pipe(&ends, 1) == 0 else {
            let code = errno
            close(descriptor)
            throw FileError(path: "folders", operation: "watch", errorNumber: code)
        }
        self.descriptor = descriptor
        wakeEnds = (ends[0], ends[1])
        self.interest = interest
        let isRunning = OwnThread.start { [self] in
            while let changed = nextChanges() {
                if !changed.isEmpty { report(changed.paths) }
            }
            close(descriptor)
            close(wakeEnds.read)
            close(wakeEnds.write)
        }
        guard isRunning else {
            close(descriptor)
            close(wakeEnds.read)
            close(wakeEnds.write)
            throw FileError(path: "folders", operation: "watch", errorNumber: EAGAIN)
        }
    }

    /// Watches a folder from now on, not those in it; one that is watched already is left as it is.
    ///
    /// Call it before the folder is listed, and no change falls between the two.
    ///
    /// - Throws: `FileError` when the kernel refuses, as with `ENOSPC` at its limit on watches.
    package func add(_ folder: String) throws(FileError) {
        let number = state.withLock { state -> Int32 in
            guard !state.isStopped else { return 0 }
            let number = unsafe inotify_add_watch(descriptor, folder, Self.events)
            if number >= 0, state.paths[number]?.contains(folder) != true {
                state.paths[number, default: []].append(folder)
            }
            return number
        }
        guard number < 0 else { return }
        throw FileError(path: folder, operation: "watch", errorNumber: errno)
    }

    /// Ends the watch; a report that is being made is finished.
    package func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        var byte: UInt8 = 0
        _ = unsafe write(wakeEnds.write, &byte, 1)
    }

    /// What the kernel tells about: files closed after writing, and names that come and go.
    private static var events: UInt32 {
        let kinds = [
            IN_CLOSE_WRITE, IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO, IN_DELETE_SELF,
            IN_MOVE_SELF,
        ]
        return kinds.reduce(UInt32(IN_ONLYDIR)) { $0 | UInt32($1) }
    }

    // MARK: The watch's thread

    /// What happened between two quiet moments.
    private struct Changes {
        var paths: Set<String> = []
        var hasOverflown = false

        var isEmpty: Bool { paths.isEmpty && !hasOverflown }
    }

    /// Waits for the next changes; `nil` when the watch was stopped.
    private func nextChanges() -> Changes? {
        var changes = Changes()
        guard wait(-1) else { return nil }
        readEvents(into: &changes)
        guard !changes.isEmpty else { return changes }
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .milliseconds(Self.longestDelay) {
            guard wait(Self.quietTime) else { return nil }
            guard readEvents(into: &changes) else { break }
        }
        if changes.hasOverflown { changes.paths = [] }
        return changes
    }

    /// Sleeps until something happened or the time is over; `false` when the watch was stopped.
    private func wait(_ milliseconds: Int) -> Bool {
        var polls = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeEnds.read, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&polls, 2, Int32(milliseconds))
        return polls[1].revents == 0 && !state.withLock { $0.isStopped }
    }

    /// Takes what the kernel has to tell; returns whether any of it matters.
    @discardableResult
    private func readEvents(into changes: inout Changes) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        var matters = false
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe read(descriptor, bytes.baseAddress, bytes.count)
            }
            guard count > 0 else { return matters }
            var start = 0
            while let event = Event(buffer[..<count], at: start) {
                if note(event, &changes) { matters = true }
                start = event.end
            }
        }
    }

    /// One message of the kernel.
    private struct Event {
        let number: Int32
        let kinds: UInt32
        let name: String
        let end: Int

        /// Reads a `struct inotify_event`: four numbers of 32 bits, and a name padded with zeros.
        init?(_ bytes: ArraySlice<UInt8>, at start: Int) {
            let head = 16
            guard start + head <= bytes.endIndex else { return nil }
            func word(_ position: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 | UInt32(bytes[start + position * 4 + $1]) << ($1 * 8) }
            }
            number = Int32(bitPattern: word(0))
            kinds = word(1)
            let length = Int(word(3))
            guard start + head + length <= bytes.endIndex else { return nil }
            let letters = bytes[(start + head)..<(start + head + length)].prefix { $0 != 0 }
            name = String(decoding: letters, as: UTF8.self)
            end = start + head + length
        }

        func has(_ kind: some BinaryInteger) -> Bool { kinds & UInt32(kind) != 0 }
    }

    /// Notes an event; returns whether it matters.
    private func note(_ event: Event, _ changes: inout Changes) -> Bool {
        if event.has(IN_Q_OVERFLOW) {
            changes.hasOverflown = true
            return true
        }
        let folders = state.withLock { state -> [String] in
            let folders = state.paths[event.number] ?? []
            if event.has(IN_IGNORED) { state.paths[event.number] = nil }
            return folders
        }
        guard !event.has(IN_IGNORED), !folders.isEmpty else { return false }
        if event.name.isEmpty {
            // The watched folder itself went away.
            changes.paths.formUnion(folders)
            return true
        }
        let isFolder = event.has(IN_ISDIR)
        guard interest(event.name, isFolder) else { return false }
        let paths = folders.map { FilePath.join($0, event.name) }
        if isFolder {
            for path in paths {
                if event.has(IN_MOVED_FROM) { forget(below: path) }
                if event.has(IN_CREATE) || event.has(IN_MOVED_TO) { addTree(path) }
            }
        }
        changes.paths.formUnion(paths)
        return true
    }

    /// Watches a folder and those in it that matter.
    ///
    /// Where the kernel refuses, the folder's own appearance is told all the same.
    private func addTree(_ folder: String) {
        guard (try? add(folder)) != nil, let entries = try? FileSystem.list(folder) else { return }
        for entry in entries where entry.isDirectory && interest(entry.name, true) {
            let inner = FilePath.join(folder, entry.name)
            if !FileSystem.isLink(inner) { addTree(inner) }
        }
    }

    /// Stops to watch a folder that was moved away, and those in it.
    private func forget(below folder: String) {
        state.withLock { state in
            for (number, paths) in state.paths {
                let rest = paths.filter { $0 != folder && !$0.hasPrefix(folder + "/") }
                guard rest.count < paths.count else { continue }
                state.paths[number] = rest.isEmpty ? nil : rest
                if rest.isEmpty { inotify_rm_watch(descriptor, number) }
            }
        }
    }
}

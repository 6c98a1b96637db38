import Files
import Glibc
package import HTTPModel
import Synchronization

/// Unsaved edits on disk, so that they survive a crash of the program or the machine.
///
/// One file per edited file, in the state folder (`$XDG_STATE_HOME/apus/journal`, else
/// `~/.local/state/apus/journal`), readable by its owner alone: a line `apus-journal 1`, a line with
/// the edited file's absolute path, then its unsaved bytes.
///
/// Safe to share between threads. `record` returns at once; the newest bytes of each file are
/// written in the background, older ones that were not written yet are skipped.
package final class Journal: Sendable {
    private let folder: String
    /// The newest bytes of each file that are not on disk yet; an inner `nil` forgets.
    private let waiting = Mutex<[String: Octets?]>([:])
    /// Held while entries are written, so that old bytes never follow new ones.
    private let turn = Mutex<Void>(())

    /// Creates the journal of a state folder, which need not be there yet.
    package init(stateFolder: String) {
        folder = FilePath.join(stateFolder, "journal")
    }

    /// The program's state folder by the environment; `nil` when not even a home is known.
    package static func stateFolder(_ environment: [String: String]) -> String? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return FilePath.join(state, "apus")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return FilePath.join(home, ".local/state/apus")
    }

    /// Keeps the unsaved bytes of a file, or forgets them.
    ///
    /// - Parameters:
    ///   - path: The edited file, absolute.
    ///   - bytes: Its unsaved content; `nil` when there is none any more.
    package func record(_ path: String, _ bytes: Octets?) {
        let wasEmpty = waiting.withLock { waiting in
            defer { waiting[path] = .some(bytes) }
            return waiting.isEmpty
        }
        guard wasEmpty else { return }
        Task.detached(executorPreference: WorkThreads.shared) { self.flush() }
    }

    /// Writes what waits, on the calling thread; call it before the program ends.
    package func flush() {
        turn.withLock { _ in
            while true {
                let entries = waiting.withLock { waiting in
                    defer { waiting = [:] }
                    return waiting
                }
                if entries.isEmpty { return }
                for (path, bytes) in entries { write(path, bytes) }
            }
        }
    }

    /// Whether no edits of any file are kept.
    package var isEmpty: Bool {
        let isWritten = waiting.withLock { $0.isEmpty }
        return isWritten && ((try? FileSystem.list(folder).isEmpty) ?? true)
    }

    /// The unsaved bytes kept for a file; `nil` when there are none or they cannot be read.
    package func unsavedBytes(of path: String) -> Octets? {
        guard let entry = try? FileSystem.read(entryPath(path)) else { return nil }
        let head = Array("apus-journal 1\n\(path)\n".utf8)
        guard entry.count >= head.count, entry.prefix(head.count).elementsEqual(head) else {
            return nil
        }
        return entry.slice(head.count..<entry.count)
    }

    /// Writes one entry; a journal that cannot be written must not stop the editing it protects.
    private func write(_ path: String, _ bytes: Octets?) {
        let entry = entryPath(path)
        guard let bytes else {
            try? FileSystem.remove(entry)
            return
        }
        guard (try? FileSystem.createDirectories(folder)) != nil else { return }
        chmod(folder, 0o700)
        if !FileSystem.exists(entry) {
            // `replace` keeps the mode of what is there.
            let descriptor = open(entry, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return }
            close(descriptor)
        }
        var content = Array("apus-journal 1\n\(path)\n".utf8)
        content.append(contentsOf: bytes)
        try? FileSystem.replace(entry, with: Octets(content))
    }

    /// The entry of a file: its path as a 64-bit FNV-1a hash.
    private func entryPath(_ path: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return FilePath.join(folder, String(hash, radix: 16) + ".draft")
    }
}

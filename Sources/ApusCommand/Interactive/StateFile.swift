import Documents
package import Explorer
import Files
import Glibc
import HTTPModel
import Synchronization

/// What the program keeps for the next time, in `explorer.json` of the state folder.
///
/// Safe to share between threads. Nothing the person needs is in it: a file that cannot be read is as
/// good as none, and one that cannot be written is no loss.
package final class StateFile: Sendable {
    private let folder: String
    private let waiting = Mutex<Memory?>(nil)
    private let turn = Mutex<Void>(())

    /// Creates the file of a state folder, which need not be there yet.
    package init(stateFolder: String) {
        folder = stateFolder
    }

    private var path: String { FilePath.join(folder, "explorer.json") }

    /// What was kept; a new memory when there is none.
    package func read() -> Memory {
        guard let octets = try? FileSystem.read(path),
            let value = try? JSONValue(parsing: octets)
        else { return Memory() }
        var memory = Memory()
        memory.isWelcomed = value["welcomed"]?.boolValue ?? false
        memory.themeName = value["theme"]?.stringValue
        memory.collections = (value["collections"]?.arrayValue ?? []).compactMap { entry in
            guard let path = entry["path"]?.stringValue, path.hasPrefix("/") else { return nil }
            let name = entry["name"]?.stringValue ?? FilePath.name(of: path)
            return RecentCollection(path: path, name: name)
        }
        memory.paneSizes.treeColumns = value["panes"]?["treeColumns"]?.intValue
        memory.paneSizes.requestHeight = value["panes"]?["requestHeight"]?.intValue
        memory.paneSizes.requestWidth = value["panes"]?["requestWidth"]?.intValue
        return memory
    }

    /// Keeps a memory; of several in quick succession the last is written.
    package func record(_ memory: Memory) {
        let wasEmpty = waiting.withLock { waiting in
            defer { waiting = memory }
            return waiting == nil
        }
        guard wasEmpty else { return }
        Task.detached(executorPreference: WorkThreads.shared) { self.flush() }
    }

    /// Writes what waits, on the calling thread; call it before the program ends.
    package func flush() {
        turn.withLock { _ in
            let memory = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            if let memory { write(memory) }
        }
    }

    private func write(_ memory: Memory) {
        guard (try? FileSystem.createDirectories(folder)) != nil else { return }
        chmod(folder, 0o700)
        if !FileSystem.exists(path) {
            // `replace` keeps the mode of what is there.
            let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return }
            close(descriptor)
        }
        let text = Self.value(of: memory).encoded(pretty: true) + "\n"
        try? FileSystem.replace(path, with: Octets(utf8: text))
    }

    private static func value(of memory: Memory) -> JSONValue {
        func number(_ value: Int?) -> JSONValue { value.map { .number(String($0)) } ?? .null }
        let sizes = memory.paneSizes
        return [
            "schema": 1,
            "welcomed": .bool(memory.isWelcomed),
            "theme": memory.themeName.map { .string($0) } ?? .null,
            "collections": .array(
                memory.collections.map { ["path": .string($0.path), "name": .string($0.name)] }
            ),
            "panes": [
                "treeColumns": number(sizes.treeColumns),
                "requestHeight": number(sizes.requestHeight),
                "requestWidth": number(sizes.requestWidth),
            ],
        ]
    }
}

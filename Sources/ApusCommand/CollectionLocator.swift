import CollectionRun
package import Collections
import Files
import Interchange

/// Finds the collection that a path or selector on the command line is about.
package enum CollectionLocator {
    /// Reads the collection that a path belongs to.
    ///
    /// For a folder without an `apus.json`, that is the nearest folder above it that has one, so that
    /// `apus run Collections/bookings` has the environments of `Collections`.
    package static func load(_ path: String) throws(CommandFailure) -> RequestCollection {
        do {
            return try RequestCollection.load(
                FileSystem.isDirectory(path) ? root(above: path) : path,
                foreign: InterchangeReader()
            )
        } catch {
            throw CommandFailure(.invalidInput, "\(error)")
        }
    }

    /// The path that a selector begins with: the selector itself, or what stands before its `#`;
    /// `nil` when it is a name or a glob.
    package static func path(in selector: String) -> String? {
        if FileSystem.exists(selector) { return selector }
        guard let hash = selector.firstIndex(of: "#") else { return nil }
        let path = String(selector[..<hash])
        return !path.isEmpty && FileSystem.exists(path) ? path : nil
    }

    private static func root(above path: String) -> String {
        let start = FilePath.absolute(path)
        var folder = start
        while true {
            if FileSystem.exists(FilePath.join(folder, "apus.json")) { return folder }
            let parent = FilePath.directory(of: folder)
            if parent == folder || FileSystem.exists(FilePath.join(folder, ".git")) { return start }
            folder = parent
        }
    }
}

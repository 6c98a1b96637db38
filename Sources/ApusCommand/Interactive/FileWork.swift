import Collections
import Explorer
import Files
import HTTPModel

/// Work on files of a collection; each call reports in one message.
enum FileWork {
    /// Writes a file unless another one than expected is there; folders of a new file are made.
    static func save(_ order: SaveOrder) -> Message {
        do {
            let present = FileSystem.stamp(order.absolutePath)
            if present != order.expected {
                let bytes = present == nil ? nil : try FileSystem.read(order.absolutePath)
                // Only the time changed: nobody's work would be lost.
                if bytes != order.bytes {
                    return .fileChangedOutside(path: order.path, bytes, present)
                }
            }
            if order.expected == nil {
                try FileSystem.createDirectories(FilePath.directory(of: order.absolutePath))
            }
            try FileSystem.replace(order.absolutePath, with: order.bytes)
            return .fileSaved(
                path: order.path,
                order.bytes,
                FileSystem.stamp(order.absolutePath)
            )
        } catch {
            return .fileSaveFailed(path: order.path, reason: "\(error)")
        }
    }

    /// Changes one variable of a file of environments; all other bytes stay.
    ///
    /// A new private file is readable by its owner alone, and git leaves it out.
    static func saveVariable(_ order: VariableOrder) -> Message {
        do {
            let isNew = !FileSystem.exists(order.absolutePath)
            let old = isNew ? Octets() : try FileSystem.read(order.absolutePath)
            let new = try order.edit.applied(to: old, path: order.path)
            let mode: UInt32? = isNew && order.isPrivate ? 0o600 : nil
            try FileSystem.replace(order.absolutePath, with: new, mode: mode)
            var text = "Saved \(order.edit.name) in \(order.path)."
            if order.isPrivate, let list = try GitIgnore.cover(order.absolutePath) {
                text += " \(FilePath.name(of: list)) leaves it out."
            }
            return .noticed(Notice(.success, text))
        } catch {
            return .noticed(Notice(.problem, "Not saved: \(error)"))
        }
    }

    /// Reads a file again.
    static func reload(_ path: String, _ absolutePath: String) -> Message {
        do {
            let bytes = try FileSystem.read(absolutePath)
            return .fileReloaded(path: path, bytes, FileSystem.stamp(absolutePath))
        } catch {
            return .fileReloadFailed(path: path, reason: error.description)
        }
    }

    /// Deletes a file unless another one than expected is there.
    static func delete(_ path: String, _ absolutePath: String, expected: FileStamp?) -> Message {
        do {
            let present = FileSystem.stamp(absolutePath)
            if let present {
                guard present == expected else {
                    let bytes = try FileSystem.read(absolutePath)
                    return .fileChangedOutside(path: path, bytes, present)
                }
                try FileSystem.remove(absolutePath)
            }
            return .fileDeleted(path: path)
        } catch {
            return .noticed(Notice(.problem, "Not deleted: \(error.description)"))
        }
    }

    /// The names in a folder, folders first, each part by name.
    static func list(_ path: String) -> Message {
        let entries = (try? FileSystem.list(path)) ?? []
        let sorted = entries.sorted { left, right in
            left.isDirectory == right.isDirectory ? left.name < right.name : left.isDirectory
        }
        return .folderListed(path: path, sorted)
    }

    /// What a file is, by its first bytes, else by its name.
    static func inspect(_ path: String) -> Message {
        guard let stamp = FileSystem.stamp(path), !FileSystem.isDirectory(path) else {
            let reason = FileSystem.isDirectory(path) ? "is a folder" : "no such file"
            return .fileInspected(path: path, FileFacts(byteCount: nil, kind: reason))
        }
        do {
            let kind = kind(of: try FileSystem.read(path), named: path)
            return .fileInspected(path: path, FileFacts(byteCount: stamp.byteCount, kind: kind))
        } catch {
            return .fileInspected(path: path, FileFacts(byteCount: nil, kind: error.reason))
        }
    }

    private static let signatures: [(bytes: [UInt8], kind: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], "PNG image"), ([0xFF, 0xD8, 0xFF], "JPEG image"),
        ([0x47, 0x49, 0x46, 0x38], "GIF image"), ([0x25, 0x50, 0x44, 0x46], "PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "ZIP archive"), ([0x1F, 0x8B], "gzip data"),
        ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data"), ([0x7F, 0x45, 0x4C, 0x46], "ELF program"),
    ]

    private static func kind(of octets: Octets, named path: String) -> String {
        if octets.isEmpty { return "empty" }
        for (bytes, kind) in signatures where octets.prefix(bytes.count).elementsEqual(bytes) {
            return kind
        }
        let type = MediaType.essence(ofFileNamed: path)
        let isKnown = type != MediaType.unknownEssence
        let start = octets.slice(0..<min(octets.count, 1 << 16))
        if start.contains(0) { return isKnown ? "\(type), binary" : "binary" }
        // The last scalar may be cut.
        let isText = octets.count > start.count ? true : octets.validText != nil
        return (isKnown ? "\(type), " : "") + (isText ? "text" : "not UTF-8")
    }
}

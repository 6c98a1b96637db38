package import HTTPModel
import Files

#if canImport(Glibc)
import Glibc
#endif

/// Real files from many projects, used when they are there.
package enum Corpus {
    /// The folder: `APUS_CORPUS`, else `../shared/corpus` beside the package; `nil` when absent.
    package static let root: String? = {
        var candidates: [String] = []
        if let variable = getenv("APUS_CORPUS") { candidates.append(String(cString: variable)) }
        // Tests/TestSupport/Corpus.swift is three levels below the package.
        let package = FilePath.directory(
            of: FilePath.directory(of: FilePath.directory(of: #filePath))
        )
        candidates.append(FilePath.join(package, "../shared/corpus"))
        return candidates.first { FileSystem.isDirectory($0) }
    }()

    /// The files of one folder of the corpus and of the folders in it, sorted by path.
    ///
    /// - Parameter folder: A path below the root.
    /// - Returns: Paths below the root; empty, and a line on standard output, when there is no corpus.
    package static func files(in folder: String) -> [String] {
        guard let root else {
            print("skipped: corpus \(folder) (set APUS_CORPUS)")
            return []
        }
        var files: [String] = []
        var folders = [folder]
        while let next = folders.popLast() {
            let path = FilePath.join(root, next)
            for entry in (try? FileSystem.list(path)) ?? [] {
                let child = FilePath.join(next, entry.name)
                if entry.isDirectory { folders.append(child) } else { files.append(child) }
            }
        }
        return files.sorted()
    }

    /// The bytes of a file below the root.
    package static func read(_ file: String) throws -> Octets {
        try FileSystem.read(FilePath.join(root ?? ".", file))
    }
}

import Files
import HTTPModel

extension FixtureStore {
    /// A finding and the file it is in.
    package struct Finding: Hashable, Sendable {
        /// The file, relative to the root.
        package var path: String
        /// What was found.
        package var finding: LintFinding
    }

    /// Looks for secrets in all files below the root, those that are no fixtures included.
    ///
    /// Names of files and folders are looked at too; what is found there has line 0. Hidden folders
    /// are left out.
    ///
    /// - Parameter lint: What to look for.
    /// - Returns: The findings in the order of paths and lines.
    /// - Throws: `FixtureError` when a file or folder cannot be read.
    package func findings(by lint: FixtureLint) throws(FixtureError) -> [Finding] {
        var found: [Finding] = []
        var pending = [""]
        while let folder = pending.popLast() {
            var inner: [String] = []
            do {
                for entry in try FileSystem.list(FilePath.join(root, folder)) {
                    let path = FilePath.join(folder, entry.name)
                    for finding in lint.findings(in: Octets(utf8: entry.name), isHead: false) {
                        var finding = finding
                        finding.line = 0
                        found.append(Finding(path: path, finding: finding))
                    }
                    if entry.isDirectory {
                        if !entry.name.hasPrefix(".") { inner.append(path) }
                        continue
                    }
                    let octets = try FileSystem.read(FilePath.join(root, path))
                    let isHead = entry.name.hasSuffix(FixtureName.metaSuffix)
                    let type = BodyExtension.mediaType(of: FilePath.fileExtension(of: entry.name))
                    let all = lint.findings(in: octets, isHead: isHead, mediaType: MediaType(type))
                    found += all.map { Finding(path: path, finding: $0) }
                }
            } catch {
                throw FixtureError(path: error.path, detail: "cannot be read: \(error.reason)")
            }
            pending += inner.reversed()
        }
        return found
    }
}

import Collections
import HTTPModel
import Testing

/// Real files of other tools: nothing is lost, and nothing stops the reader.
@Suite struct CorpusTests {
    @Test func everyFileKeepsItsBytesAndIsCoveredByItsNodes() {
        for (path, bytes) in CorpusFiles.all {
            let file = HTTPFile(bytes, path: path)
            #expect(file.bytes == bytes, "\(path)")
            var end = 0
            for node in file.nodes {
                #expect(node.range.lowerBound == end, "\(path)")
                end = node.range.upperBound
            }
            #expect(end == bytes.count, "\(path)")
            #expect(Set(file.requests.map(\.id)).count == file.requests.count, "\(path)")
        }
    }

    /// The manifest counts `###` blocks roughly, so a few files may differ.
    @Test func requestCountsAreNearTheManifest() {
        var differences = 0
        for (path, bytes) in CorpusFiles.all {
            guard let expected = CorpusFiles.counts[path] else { continue }
            let file = HTTPFile(bytes, path: path)
            if file.requests.count != expected {
                differences += 1
                print("\(path): manifest \(expected), read \(file.requests.count)")
            }
            for problem in file.problems { print("  ", problem) }
        }
        #expect(differences * 10 <= CorpusFiles.all.count)
    }
}

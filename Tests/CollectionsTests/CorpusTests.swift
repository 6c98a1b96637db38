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

    /// The manifest counts `###` blocks, and httpYac's files hold several requests in one.
    @Test func requestCountsAreThoseOfTheManifest() {
        var differences = 0
        for (path, bytes) in CorpusFiles.all {
            guard let expected = CorpusFiles.counts[path] else { continue }
            let file = HTTPFile(bytes, path: path)
            guard file.requests.count != expected else { continue }
            differences += 1
            print("\(path): manifest \(expected), read \(file.requests.count)")
            #expect(path.hasPrefix("http/httpyac/") && file.requests.count > expected)
        }
        #expect(differences * 20 <= CorpusFiles.all.count)
    }
}

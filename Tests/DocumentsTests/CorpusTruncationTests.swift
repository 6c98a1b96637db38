import Documents
import HTTPModel
import TestSupport
import Testing

/// Responses of real servers, whole, cut off and damaged: no view may trap, whatever it is taken for.
@Suite struct CorpusTruncationTests {
    private func look(at body: Octets, _ mediaType: String) {
        var document = ResponseDocument(body: body, mediaType: MediaType(mediaType))
        for mode in ResponseDocument.Mode.allCases {
            document = document.changing(mode: mode).wrapping(columns: mode == .raw ? 40 : nil)
            let count = document.rowCount
            for index in Set([0, 1, 2, count / 3, count / 2, count - 2, count - 1])
            where index >= 0 && index < count {
                let row = document.row(index)
                #expect(row.byteRange.upperBound <= document.content.count)
                let place = document.row(containing: row.byteRange.lowerBound)
                #expect(place >= 0 && place < count)
            }
        }
        document = document.changing(mode: .pretty)
        document.foldAll()
        if document.rowCount > 0 { document.toggleFold(atRow: document.rowCount / 2) }
        _ = document.reveal(offset: document.content.count / 2)
        _ = document.rowCount
    }

    @Test func noCutOrDamageTraps() throws {
        var generator = MutationTests.Generator(state: 11)
        for file in Corpus.files(in: "responses") {
            let whole = try Corpus.read(file)
            let body = whole.slice(0..<min(whole.count, 20_000))
            let type = MutationTests.mediaTypes.randomElement(using: &generator) ?? ""
            look(at: body, type)
            look(at: body.slice(0..<Int.random(in: 0...body.count, using: &generator)), type)
            look(at: body, MediaType.essence(ofFileNamed: file))
            guard !body.isEmpty else { continue }
            var damaged = body.array
            for _ in 0..<8 {
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                damaged[place] = UInt8.random(in: 0...255, using: &generator)
            }
            look(at: Octets(damaged), type)
        }
    }

    @Test func noRandomBytesTrap() {
        var generator = MutationTests.Generator(state: 3)
        for length in [0, 1, 2, 3, 4, 5, 31, 257, 4096, 9001] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for type in MutationTests.mediaTypes + ["text/html", "image/png", "application/xml"] {
                look(at: Octets(bytes), type)
            }
        }
    }
}

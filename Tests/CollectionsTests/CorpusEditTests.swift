import Collections
import HTTPModel
import Testing

/// Edits of real files change the lines of one request only.
@Suite struct CorpusEditTests {
    @Test func settingWhatIsThereChangesNothing() throws {
        for (path, bytes) in CorpusFiles.all {
            let file = HTTPFile(bytes, path: path)
            for request in file.requests {
                var edits: [RequestEdit] = [
                    .setMethod(request.method), .setBody(request.body), .setURL(request.url),
                ]
                edits += request.fields.indices.map { i in
                    let field = request.fields[i]
                    return .setField(
                        index: i,
                        name: field.name,
                        value: field.value,
                        isEnabled: field.isEnabled
                    )
                }
                for edit in edits {
                    guard let edited = try? file.applying(edit, to: request.index) else { continue }
                    #expect(edited.bytes == bytes, "\(path) \(request.id) \(edit)")
                }
            }
        }
    }

    @Test func oneRequestChangesAndAllOthersStay() {
        var generator = SystemRandomNumberGenerator()
        var refused = 0
        var made = 0
        for (path, bytes) in CorpusFiles.all {
            let file = HTTPFile(bytes, path: path)
            guard let request = file.requests.randomElement(using: &generator) else { continue }
            for edit in Self.edits(of: request) {
                guard let edited = try? file.applying(edit, to: request.index) else {
                    refused += 1
                    continue
                }
                made += 1
                #expect(edited.bytes != bytes, "\(path) \(edit)")
                let (before, after) = (bytes.array, edited.bytes.array)
                let shared = zip(before, after).prefix { $0 == $1 }.count
                let start = TextLocation(offset: shared, in: before).line
                #expect(start >= request.lines.lowerBound, "\(path) \(edit)")
                let tail = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
                let end = TextLocation(offset: before.count - tail, in: before).line
                #expect(end <= request.lines.upperBound, "\(path) \(edit)")
            }
        }
        print("corpus edits: \(made) made, \(refused) refused")
        #expect(refused * 10 <= made)
    }

    private static func edits(of request: SavedRequest) -> [RequestEdit] {
        var edits: [RequestEdit] = [
            .setMethod("PROPFIND"), .setURL("https://edited.example/a?b=1"),
            .addField(name: "X-Edited", value: "{{v}}"), .setToken(.bearer("{{edited}}")),
            .setBody(.text("{\"edited\": true}")), .rename("edited name"),
            .addQueryItem(name: "edited", value: "1"),
        ]
        if !request.fields.isEmpty {
            let field = request.fields[0]
            edits.append(.setField(index: 0, name: field.name, value: "edited", isEnabled: true))
            edits.append(.removeField(index: 0))
        }
        if !request.queryItems.isEmpty {
            edits.append(.removeQueryItem(index: 0))
            let item = request.queryItems[0]
            edits.append(
                .setQueryItem(
                    index: 0,
                    name: item.name,
                    value: item.value,
                    isEnabled: !item.isEnabled
                )
            )
        }
        return edits
    }
}

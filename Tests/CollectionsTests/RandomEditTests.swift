import Collections
import HTTPModel
import Testing

/// A thousand edits of real files, the same ones each time.
@Suite struct RandomEditTests {
    /// A generator whose numbers follow from its seed (SplitMix64).
    struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }

        mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    }

    private static let texts = [
        "x", "a b", "{{v}}", "Zoë", "$id", "a=b&c", "\"quoted\"", "< file", "### no", "line\nbreak",
        " blank", "", "a # b", "\"\"\"", "%41", "\\{{", "tab\there", "\r", "?? status", "//", "@x",
    ]

    @Test func theDiffStaysInTheRequestAndReadsBackAsTheEdit() {
        var dice = Dice(state: 20_260_131)
        let files = CorpusFiles.all.map { HTTPFile($0.bytes, path: $0.path) }
            .filter { !$0.requests.isEmpty }
        guard !files.isEmpty else { return }
        var made = 0
        var refused = 0
        while made + refused < 1000 {
            let file = files[dice.below(files.count)]
            let request = file.requests[dice.below(file.requests.count)]
            let edit = Self.edit(of: request, &dice)
            guard let edited = try? file.applying(edit, to: request.index) else {
                refused += 1
                continue
            }
            made += 1
            check(edit, file, edited, request)
        }
        print("random edits: \(made) made, \(refused) refused")
        #expect(made > refused)
    }

    /// Moves, copies and removals of whole requests keep the bytes of all others.
    @Test func wholeRequestsMoveWithoutTouchingOthers() {
        var dice = Dice(state: 7)
        let files = CorpusFiles.all.map { HTTPFile($0.bytes, path: $0.path) }
            .filter { $0.requests.count > 1 }
        var moved = 0
        for file in files {
            let from = dice.below(file.requests.count)
            let to = dice.below(file.requests.count)
            if let result = try? file.moving(from, to: to) {
                moved += 1
                var names = file.requests.map { [$0.method, $0.url, $0.title] }
                names.insert(names.remove(at: from), at: to)
                #expect(result.requests.map { [$0.method, $0.url, $0.title] } == names)
                let before = Set(file.bytes.text.split(whereSeparator: \.isNewline))
                let after = Set(result.bytes.text.split(whereSeparator: \.isNewline))
                #expect(after.subtracting(before).subtracting(["###"]).isEmpty, "\(file.path)")
                #expect(before.subtracting(after).isEmpty, "\(file.path)")
            }
            if let copy = try? file.duplicating(from, as: "a copy of it") {
                #expect(copy.file.requests[copy.index].body == file.requests[from].body)
                if let back = try? copy.file.removing(copy.index) {
                    #expect(back.requests.map(\.url) == file.requests.map(\.url), "\(file.path)")
                }
            }
        }
        #expect(files.isEmpty || moved * 10 > files.count * 8, "\(moved) of \(files.count)")
    }

    private static func edit(of request: SavedRequest, _ dice: inout Dice) -> RequestEdit {
        func text() -> String { texts[dice.below(texts.count)] }
        let field = request.fields.isEmpty ? nil : dice.below(request.fields.count)
        let item = request.queryItems.isEmpty ? nil : dice.below(request.queryItems.count)
        switch dice.below(18) {
        case 0: return .rename("name " + text())
        case 1: return .setMethod(["PUT", "PATCH", "QUERY", "G T"][dice.below(4)])
        case 2: return .setURL("https://h.example/" + text())
        case 3: return .addQueryItem(name: text(), value: text())
        case 4: return .addField(name: "X-Added", value: text())
        case 5: return .setBody(.text(text()))
        case 6: return .setBody(.file(path: "./a b.json", isTemplated: dice.below(2) == 0))
        case 7: return .setBody(.text("{\n  \"a\": \"\(text())\"\n}"))
        case 8: return .setToken(.bearer(text()))
        case 9: return .addAssertion("body contains " + text())
        case 10: return .addCapture("name = jsonpath $.a")
        case 11: return .setDirective(name: "timeout", value: "\(1 + dice.below(9)) s")
        case 12 where field != nil: return .removeField(index: field ?? 0)
        case 13 where field != nil:
            return .setField(
                index: field ?? 0,
                name: request.fields[field ?? 0].name,
                value: text(),
                isEnabled: dice.below(2) == 0
            )
        case 14 where field != nil:
            return .moveField(from: field ?? 0, to: dice.below(request.fields.count))
        case 15 where item != nil: return .removeQueryItem(index: item ?? 0)
        case 16 where item != nil:
            return .moveQueryItem(from: item ?? 0, to: dice.below(request.queryItems.count))
        case 17 where item != nil:
            return .setQueryItem(
                index: item ?? 0,
                name: request.queryItems[item ?? 0].name,
                value: text(),
                isEnabled: dice.below(2) == 0
            )
        default: return .setBody(.none)
        }
    }

    private func check(
        _ edit: RequestEdit,
        _ file: HTTPFile,
        _ edited: HTTPFile,
        _ request: SavedRequest
    ) {
        let (before, after) = (file.bytes.array, edited.bytes.array)
        let note: Comment = "\(file.path) \(request.id) \(edit)"
        if before != after {
            let head = zip(before, after).prefix { $0 == $1 }.count
            let start = TextLocation(offset: min(head, max(0, before.count - 1)), in: before).line
            #expect(start >= request.lines.lowerBound - 1, note)
            #expect(start <= request.lines.upperBound, note)
            let tail = zip(before.dropFirst(head).reversed(), after.dropFirst(head).reversed())
                .prefix { $0 == $1 }.count
            let end = TextLocation(offset: before.count - tail, in: before).line
            #expect(end <= request.lines.upperBound, note)
        }
        // What is on disk afterwards is read anew.
        let again = HTTPFile(Octets(after), path: file.path)
        #expect(again.requests.count == file.requests.count, note)
        for (old, new) in zip(file.requests, again.requests) where old.index != request.index {
            #expect(old.url == new.url && old.fields.map(\.value) == new.fields.map(\.value), note)
            #expect(old.body == new.body, note)
        }
        let new = again.requests[request.index]
        switch edit {
        case .rename(let name): #expect(new.name == name, note)
        case .setMethod(let method): #expect(new.method == method, note)
        case .setURL(let url): #expect(new.url == url, note)
        case .addField(let name, let value):
            #expect(new.fields.last?.name == name && new.fields.last?.value == value, note)
        case .setField(let index, _, let value, let isEnabled):
            #expect(new.fields[index].value == value, note)
            #expect(new.fields[index].isEnabled == isEnabled, note)
        case .moveField(let from, let to):
            var names = request.fields.map(\.name)
            names.insert(names.remove(at: from), at: to)
            #expect(new.fields.map(\.name) == names, note)
        case .moveQueryItem(let from, let to):
            var names = request.queryItems.map(\.name)
            names.insert(names.remove(at: from), at: to)
            #expect(new.queryItems.map(\.name) == names, note)
        case .removeField: #expect(new.fields.count == request.fields.count - 1, note)
        case .removeQueryItem:
            #expect(new.queryItems.count == request.queryItems.count - 1, note)
        case .addAssertion(let text): #expect(new.assertions.last?.text == text, note)
        case .addCapture(let text): #expect(new.captures.last?.text == text, note)
        case .setToken(let token): #expect(new.token == token, note)
        default: break
        }
    }
}

import ClientCore
import Documents
import HTTPModel
import TestSupport
import Testing

/// Real pastes from documents, browsers and other clients' tests.
@Suite struct CurlCorpusTests {
    /// One paste, and what a plain pass over its words found.
    private struct Paste {
        var id: String
        var text: String
        var expectation: JSONValue?
    }

    /// Where that plain pass is wrong: it takes `<` and the name behind it for URLs.
    private static let redirected = ["c0211"]

    private func pastes() throws -> [Paste] {
        guard Corpus.root != nil else {
            print("skipped: corpus curl (set APUS_CORPUS)")
            return []
        }
        return try Corpus.read("curl/commands.jsonl").split(separator: 0x0A).map { line in
            let value = try JSONValue(parsing: Octets(Array(line)))
            return Paste(
                id: value["id"]?.stringValue ?? "?",
                text: value["command"]?.stringValue ?? "",
                expectation: value["expect"]
            )
        }
    }

    @Test func methodsURLsFieldsContentAndPartsAreFound() throws {
        var count = 0
        for paste in try pastes() {
            guard let expected = paste.expectation, expected != .null else { continue }
            count += 1
            let commands = try CurlCommand.read(paste.text)
            #expect(commands.count == 1, "\(paste.id)")
            let command = commands[0]
            #expect(command.method == expected["method"]?.stringValue, "\(paste.id)")
            if Self.redirected.contains(paste.id) {
                #expect(command.urls == ["https://example.com"])
                let request = try command.requests { path in
                    path == "json.txt" ? Octets(utf8: "{}") : nil
                }
                #expect(request[0].body.octets.text == "{}")
            } else {
                let urls = expected["urls"]?.arrayValue?.compactMap(\.stringValue)
                #expect(command.urls == urls, "\(paste.id)")
            }
            func number(_ name: String) -> Int? { expected[name]?.intValue }
            #expect(command.headers.count == number("header_flags"), "\(paste.id)")
            #expect(command.data.count == number("data_flags"), "\(paste.id)")
            #expect(command.form.count >= number("form_flags") ?? 0, "\(paste.id)")
            if number("form_flags") == 0 { #expect(command.form.isEmpty, "\(paste.id)") }
        }
        #expect(count == 259 || Corpus.root == nil)
    }

    @Test func everyPasteIsReadAndMakesRequestsOrSaysWhyNot() throws {
        for paste in try pastes() {
            for command in try CurlCommand.read(paste.text) {
                do throws(CurlProblem) {
                    let requests = try command.requests { _ in Octets(utf8: "x") }
                    #expect(requests.count == command.expandedURLs.count)
                } catch {
                    #expect(!error.description.isEmpty)
                }
            }
        }
    }

    @Test func pastesOfSeveralCommandsGiveAllOfThem() throws {
        let all = try pastes()
        guard !all.isEmpty else { return }
        func commands(_ id: String) throws -> [CurlCommand] {
            try CurlCommand.read(#require(all.first { $0.id == id }).text)
        }
        #expect(try commands("c0103").flatMap(\.urls).count == 3)
        #expect(try commands("c0171").map(\.method) == ["HEAD", "GET"])
        #expect(try commands("c0172").map(\.method) == ["POST", "GET"])
        #expect(try commands("c0272").count > 1)
        #expect(try commands("c0089")[0].cookies == "query=evil\n\n & cmd /c calc.exe \n\n")
        #expect(try commands("c0086")[0].cookies == #"eva="Sg4=""#)
        #expect(try commands("c0095")[0].data.count == 1)
        #expect(try commands("c0094")[0].urls == ["https://api.example.com/things"])
    }
}

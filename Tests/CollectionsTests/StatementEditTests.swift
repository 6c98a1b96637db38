import Collections
import HTTPModel
import Testing

/// Conditions, captures, the order of parts, and whole requests are edited in place.
@Suite struct StatementEditTests {
    static let sample = """
        ### one
        # @assert status == 200
        // @capture id = jsonpath $.id
        GET http://a/x?a=1&b=2&c=3#f HTTP/1.1
        A: 1
        # B: 2
        # a note
        C: 3

        {"x": 1}

        ?? duration < 100

        ### two
        GET http://b

        """

    private func edited(_ text: String, _ edit: RequestEdit) throws -> String {
        try HTTPFile(Octets(utf8: text), path: "a.http").applying(edit, to: 0).bytes.text
    }

    @Test(arguments: [
        (
            RequestEdit.setAssertion(index: 0, text: "status in 200..299"), "status == 200",
            "status in 200..299"
        ),
        (.setAssertion(index: 1, text: "bytes > 1"), "?? duration < 100", "?? bytes > 1"),
        (.addAssertion("bytes > 1"), "?? duration < 100\n", "?? duration < 100\n?? bytes > 1\n"),
        (.removeAssertion(index: 0), "# @assert status == 200\n", ""),
        (.removeAssertion(index: 1), "?? duration < 100\n", ""),
        (.setCapture(index: 0, text: "n = status"), "id = jsonpath $.id", "n = status"),
        (
            .addCapture("n = status"), "// @capture id = jsonpath $.id\n",
            "// @capture id = jsonpath $.id\n// @capture n = status\n"
        ),
        (.removeCapture(index: 0), "// @capture id = jsonpath $.id\n", ""),
        (
            .moveField(from: 0, to: 2), "A: 1\n# B: 2\n# a note\nC: 3\n",
            "# B: 2\n# a note\nC: 3\nA: 1\n"
        ),
        (
            .moveField(from: 2, to: 0), "A: 1\n# B: 2\n# a note\nC: 3\n",
            "C: 3\nA: 1\n# B: 2\n# a note\n"
        ),
        (.moveField(from: 1, to: 1), "", ""),
        (.moveQueryItem(from: 0, to: 2), "a=1&b=2&c=3", "b=2&c=3&a=1"),
        (.setBody(.file(path: "./x.json", isTemplated: true)), "{\"x\": 1}", "<@ ./x.json"),
    ])
    func onlyTheBytesMeantChange(edit: RequestEdit, old: String, new: String) throws {
        let expected =
            old.isEmpty ? Self.sample : Self.sample.replacing(old, with: new, maxReplacements: 1)
        #expect(try edited(Self.sample, edit) == expected)
        let windows = Self.sample.replacing("\n", with: "\r\n")
        #expect(try edited(windows, edit) == expected.replacing("\n", with: "\r\n"))
    }

    @Test(arguments: [
        RequestEdit.setAssertion(index: 2, text: "status == 1"), .addAssertion("staus == 1"),
        .addAssertion("status == 1\n"), .addAssertion("response.status == 1"), .addCapture("x"),
        .setCapture(index: 0, text: "a = b"), .removeCapture(index: 1), .moveField(from: 0, to: 3),
        .moveQueryItem(from: 4, to: 0), .setDirective(name: "assert", value: nil),
    ])
    func whatCannotBeIsRefused(edit: RequestEdit) throws {
        if case .setDirective = edit {
            #expect(
                try edited(Self.sample, edit)
                    == Self.sample.replacing("# @assert status == 200\n", with: "")
            )
        } else {
            #expect(throws: CollectionError.self) { try edited(Self.sample, edit) }
        }
    }

    @Test func theLastLineNeedsNoLineEnd() throws {
        let bare = "GET http://a\nA: 1\nB: 2"
        #expect(try edited(bare, .moveField(from: 1, to: 0)) == "GET http://a\nB: 2\nA: 1")
        #expect(try edited(bare, .moveField(from: 0, to: 1)) == "GET http://a\nB: 2\nA: 1")
        #expect(
            try edited("GET http://a\n\n?? status == 1", .addAssertion("bytes > 1"))
                == "GET http://a\n\n?? status == 1\n?? bytes > 1"
        )
        #expect(
            try edited("GET http://a", .addAssertion("status == 1"))
                == "# @assert status == 1\nGET http://a"
        )
        let lines = "GET http://a\n  ?a=1\n  # &b=2\n  &c=3\n"
        #expect(
            try edited(lines, .moveQueryItem(from: 2, to: 0))
                == "GET http://a?c=3&a=1\n  # &b=2\n"
        )
    }

    @Test func requestsMoveWithinTheirFile() throws {
        let text =
            "@v = 1\n\n### a\n# note\nGET http://a\n\n### b\nPOST http://b\n\nx\n\n### c\nGET http://c\n"
        let file = HTTPFile(Octets(utf8: text), path: "a.http")
        #expect(
            try file.moving(0, to: 1).bytes.text
                == "@v = 1\n\n### b\nPOST http://b\n\nx\n\n### a\n# note\nGET http://a\n\n### c\nGET http://c\n"
        )
        #expect(
            try file.moving(0, to: 2).bytes.text
                == "@v = 1\n\n### b\nPOST http://b\n\nx\n\n### c\nGET http://c\n\n### a\n# note\nGET http://a\n"
        )
        #expect(
            try file.moving(2, to: 0).bytes.text
                == "@v = 1\n\n### c\nGET http://c\n\n### a\n# note\nGET http://a\n\n### b\nPOST http://b\n\nx\n\n"
        )
        #expect(try file.moving(1, to: 1).bytes == file.bytes)
        #expect(throws: CollectionError.self) { try file.moving(0, to: 3) }
        let bare = HTTPFile(Octets(utf8: "GET http://a\n### b\nGET http://b"), path: "a.http")
        #expect(try bare.moving(1, to: 0).requests.map(\.url) == ["http://b", "http://a"])
        #expect(
            try bare.moving(0, to: 1).bytes.text == "### b\nGET http://b\n\n###\nGET http://a\n"
        )
        let twice = "@v = 1\nGET http://a/{{v}}\n### b\n@v = 2\nGET http://b/{{v}}\n"
        #expect(throws: CollectionError.self) {
            try HTTPFile(Octets(utf8: twice), path: "a.http").moving(0, to: 1)
        }
    }

    @Test func bytesThatAreNoTextAreNeverRewritten() throws {
        let bytes = Octets(
            Array("### a\n# caf".utf8) + [0xE9, 0x0A] + Array("GET http://a\nA: ".utf8) + [
                0xE9, 0x0A,
            ]
        )
        let file = HTTPFile(bytes, path: "a.http")
        #expect(file.problems.map(\.location.line) == [4])
        #expect(throws: CollectionError.self) {
            try file.applying(.replaceText(file.text(of: 0)), to: 0)
        }
        let renamed = try file.applying(.rename("b"), to: 0)
        #expect(renamed.bytes.array.count { $0 == 0xE9 } == 2)
        let copy = try file.duplicating(0, as: "copy").file
        #expect(copy.bytes.array.count { $0 == 0xE9 } == 4)
        let url = HTTPFile(Octets(Array("GET http://a/".utf8) + [0xE9, 0x0A]), path: "a.http")
        #expect(throws: CollectionError.self) { try url.applying(.setURL("http://b"), to: 0) }
    }

    @Test func filesInOtherEncodingsAreListedAndLeftAlone() throws {
        let text = "GET http://a\r\n"
        let wide = Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let cases: [([UInt8], String)] = [
            ([0xFF, 0xFE] + wide, "UTF-16"), (wide, "UTF-16"),
            ([0xFE, 0xFF, 0, 0x47], "UTF-16"),
            (Array("GET http://a\rA: 1\r".utf8), "CR alone"),
        ]
        for (bytes, word) in cases {
            let file = HTTPFile(Octets(bytes), path: "a.http")
            #expect(file.requests.isEmpty)
            #expect(file.problems.count == 1)
            #expect(file.problems.first?.message.contains(word) == true)
            #expect(file.nodes.map(\.range) == [0..<bytes.count])
            #expect(throws: CollectionError.self) {
                try file.addingRequest(named: "n", url: "http://n")
            }
        }
        let tabs = "\tGET\thttp://a\nA:\t1\t\n\n\tbody\n"
        let file = HTTPFile(Octets(utf8: tabs), path: "a.http")
        #expect(file.bytes.text == tabs)
        #expect(file.requests.first?.fields.first?.value == "1")
    }
}

/// Values that other tools lose on save are kept, or refused with the reason.
@Suite struct AwkwardValueTests {
    private static let values = [
        "line\nbreak", "line\r\nbreak", "\"\"\"", "< ./file", "### next", "ends with blanks  ",
        " x",
        "{{x}}", "\\{{x}}", "# comment", "// comment", "> {% x %}", "a\u{0}b", "?? status",
        "@a = b",
        "", "tab\tinside", "HTTP/1.1 200 OK", "GET http://x",
    ]
    private static let text = """
        ### a
        POST http://a?q=1
        Content-Type: multipart/form-data; boundary=b
        X: 1

        --b
        Content-Disposition: form-data; name="p"

        v
        --b--

        ### b
        GET http://b

        """

    @Test(arguments: values)
    func savedAndReadAgainTheRequestIsEqual(value: String) throws {
        let file = HTTPFile(Octets(utf8: Self.text), path: "a.http")
        let part = "--b\nContent-Disposition: form-data; name=\"p\"\n\n\(value)\n--b--"
        let edits: [RequestEdit] = [
            .setField(index: 1, name: "X", value: value, isEnabled: true),
            .setQueryItem(index: 0, name: "q", value: value, isEnabled: true),
            .setBody(.text(part)),
        ]
        for edit in edits {
            let edited: HTTPFile
            do {
                edited = try file.applying(edit, to: 0)
            } catch {
                #expect(!error.detail.isEmpty)
                continue
            }
            let again = HTTPFile(edited.bytes, path: "a.http")
            #expect(again.requests.map(\.title) == ["a", "b"])
            #expect(again.problems == [])
            switch edit {
            case .setField: #expect(again.requests[0].fields[1].value == value)
            case .setBody: #expect(again.requests[0].body == .text(part))
            default: #expect(again.requests[0].queryItems.count == 1)
            }
        }
    }
}

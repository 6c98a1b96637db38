import HTTPModel
import Testing
import TestSupport

@Suite struct ViewProgramTests {
    @Test func textIsReadInItsCharset() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.txt", [0x63, 0x61, 0x66, 0xE9, 0x0A])
        let latin = try await Apus.run("view", "a.txt", "--charset", "latin1", in: folder)
        #expect(latin.exitCode == 0)
        #expect(latin.output == "café\n")
        try folder.write("b.txt", [0x61, 0x81, 0x0A])
        let broken = try await Apus.run("view", "b.txt", "--charset", "windows-1252", in: folder)
        #expect(broken.exitCode == 3)
        #expect(broken.output == "a\u{FFFD}\n")
        #expect(
            broken.diagnostics.hasPrefix(
                "b.txt: 1 place is not windows-1252, the first at byte 1; "
            )
        )
        let unknown = try await Apus.run("view", "a.txt", "--charset", "klingon", in: folder)
        #expect(unknown.exitCode == 2)
    }

    @Test(arguments: [
        ("csv", "id,name\n1,\"a,b\"\n", "id │ name\n 1 │ a,b\n"),
        ("form", "a=b+c&d=%C3%A9", "a = b c\nd = é\n"),
        ("sse", "event: e\ndata: {\"a\":1}\n\n", "#1 e\n  {\n    \"a\": 1\n  }\n"),
        ("multipart/mixed; boundary=b", "--b\nA: 1\n\nx\n--b--\n", "part 1  1 byte\n  A: 1\n  x\n"),
        ("ndjson", "{\"a\":1}\n[]\n", "{\n  \"a\": 1\n}\n[]\n"),
    ])
    func structuresArePrinted(type: String, input: String, output: String) async throws {
        let ending = try await Apus.run("view", "--type", type, input: input)
        #expect(ending.exitCode == 0)
        #expect(ending.output == output)
    }

    @Test func valuesAfterAFaultyLineAreFilteredToo() async throws {
        let ending = try await Apus.run(
            "view",
            "--type",
            "ndjson",
            "--filter",
            "$.a",
            input: "{\"a\":1}\n{\"a\":}\n{\n\"a\":\n3}\n"
        )
        #expect(ending.output == "1\n3\n")
        #expect(ending.exitCode == 3)
        #expect(ending.diagnostics.hasPrefix("<stdin>:2:6: "))
    }

    @Test func documentsAreComparedByStructure() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.json", #"{"id":1,"at":1,"v":[1.0]}"#)
        try folder.write("b.json", #"{"v":[1.00],"at":2,"id":1,"new":true}"#)
        let ending = try await Apus.run("view", "a.json", "--diff", "b.json", in: folder)
        #expect(ending.exitCode == 5)
        #expect(
            ending.output == """
                ~ $['at']: 1 → 2
                ≈ $['v'][0]: 1.0 → 1.00  same number
                + $['new']: true

                """
        )
        let same = try await Apus.run(
            "view",
            "a.json",
            "--diff",
            "b.json",
            "--ignore",
            "$.at",
            "--ignore",
            "$['v','new']",
            in: folder
        )
        #expect(same.exitCode == 0)
        #expect(same.output.isEmpty)
        try folder.write("c.json", "{")
        let broken = try await Apus.run("view", "a.json", "--diff", "c.json", in: folder)
        #expect(broken.exitCode == 3)
        #expect(broken.diagnostics.hasPrefix("c.json:1:2: "))
        #expect(try await Apus.run("view", "--diff", "-", in: folder).exitCode == 2)
    }

    @Test func filtersAreChosenByTheirFormAndTheDocument() async throws {
        let json = #"{"items":[{"id":12345678901234567890,"n":"x"},{"id":2,"n":"y"}]}"#
        func filtered(
            _ filter: String,
            _ input: String,
            _ more: String...
        ) async throws -> ChildProgram.Ending {
            try await ChildProgram.run(
                "apus",
                ["view", "--filter", filter] + more,
                input: input,
                environment: [:],
                directory: "/"
            )
        }
        #expect(try await filtered("$.items[0].n", json).output == "\"x\"\n")
        #expect(try await filtered(".items[].id", json).output == "12345678901234567890\n2\n")
        #expect(try await filtered(".items[].n", json, "--raw").output == "x\ny\n")
        let changed = try await filtered("{id: .items[0].id}", json)
        #expect(changed.output == "{\"id\":12345678901234567000}\n")
        #expect(
            changed.diagnostics.contains("jq wrote 12345678901234567000 for 12345678901234567890")
        )
        let wrong = try await filtered(".items | ]", json)
        #expect(wrong.exitCode == 2)
        #expect(wrong.diagnostics.contains("--filter '.items | ]': column 10: "))
        let failing = try await filtered(".items.n", json)
        #expect(failing.exitCode == 3)
        let xml = "<list><item id='1'>a &amp; b</item></list>"
        #expect(try await filtered("//item", xml).output == "<item id='1'>a &amp; b</item>\n")
        #expect(try await filtered("//item", xml, "--raw").output == "a & b\n")
        #expect(try await filtered("//item/@id", xml).output == "1\n")
    }

    @Test func markupIsIndentedAndItsFirstErrorTold() async throws {
        let xml = try await Apus.run("view", "--type", "xml", input: "<a><b>x &amp; y</b><c/></a>")
        #expect(xml.output == "<a>\n  <b>x &amp; y</b>\n  <c/>\n</a>\n")
        #expect(xml.exitCode == 0)
        let broken = try await Apus.run("view", "--type", "xml", input: "<a>\n<b></a>")
        #expect(broken.exitCode == 3)
        #expect(broken.output == "<a>\n  <b>\n</a>\n")
        #expect(broken.diagnostics == "<stdin>:2:4: </a> does not end <b> of line 2\n")
    }

    @Test func longJSONIsWrittenWhileItIsReadAndColouredWhenAsked() async throws {
        let numbers = "[" + String(repeating: "10.50,", count: 200_000) + "1"
        let ending = try await Apus.run("view", input: numbers + "]")
        #expect(ending.exitCode == 0)
        #expect(ending.output.hasPrefix("[\n  10.50,\n"))
        #expect(ending.output.hasSuffix("  1\n]\n"))
        let broken = try await Apus.run("view", "--type", "json", input: numbers)
        #expect(broken.exitCode == 3)
        #expect(broken.diagnostics == "<stdin>:1:1200003: the text ends inside an array\n")
        let colored = try await Apus.run("view", "--color", "always", input: "{\"a\":1}")
        #expect(colored.output.contains("\u{1B}[36m\"a\"\u{1B}[0m: \u{1B}[33m1\u{1B}[0m"))
    }
}

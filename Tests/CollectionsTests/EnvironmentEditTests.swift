import Collections
import HTTPModel
import Testing

/// Environment files are edited without loss.
@Suite struct EnvironmentEditTests {
    private func edited(
        _ text: String,
        _ name: String,
        _ value: String?,
        in environment: String = "local",
        path: String = "http-client.env.json"
    ) throws -> String {
        try EnvironmentEdit(name: name, value: value, environment: environment)
            .applied(to: Octets(utf8: text), path: path).text
    }

    static let sample = """
        // ours
        {
          "$shared": { "v": 1 },
          local: {
            "host": "http://a", // the host
            'port': 8080,
            "deep": {"a": {"b": "x"}},
            "last": true  /* end */
          },
          "empty": {},
        }

        """

    @Test(
        arguments: [
            ("host", "http://b", "\"http://a\"", "\"http://b\""), ("port", "9090", "8080", "9090"),
            ("port", "none", "8080", "\"none\""), ("last", "false", "true", "false"),
            ("deep.a.b", "q\"uote", "\"x\"", "\"q\\\"uote\""),
            ("new", "1", "true  /* end */", "true,  /* end */\n    \"new\": \"1\""),
            ("deep.a.c", "1", "true  /* end */", "true,  /* end */\n    \"deep.a.c\": \"1\""),
            ("host", nil, "    \"host\": \"http://a\", // the host\n", ""),
            ("port", nil, "    'port': 8080,\n", ""),
            (
                "last", nil, "\"deep\": {\"a\": {\"b\": \"x\"}},\n    \"last\": true  /* end */\n",
                "\"deep\": {\"a\": {\"b\": \"x\"}}\n"
            ),
            ("deep.a.b", nil, "{\"b\": \"x\"}", "{}"), ("none", nil, "", ""),
            ("host", "http://a", "", ""),
        ] as [(String, String?, String, String)]
    )
    func onlyTheBytesOfOneVariableChange(
        name: String,
        value: String?,
        old: String,
        new: String
    ) throws {
        let expected =
            old.isEmpty ? Self.sample : Self.sample.replacing(old, with: new, maxReplacements: 1)
        #expect(try edited(Self.sample, name, value) == expected)
        let windows = Self.sample.replacing("\n", with: "\r\n")
        #expect(try edited(windows, name, value) == expected.replacing("\n", with: "\r\n"))
    }

    @Test func otherSectionsAreEditedToo() throws {
        #expect(
            try edited(Self.sample, "v", nil, in: "$shared")
                == Self.sample.replacing("{ \"v\": 1 }", with: "{  }")
        )
        #expect(
            try edited(Self.sample, "w", "2", in: "$shared")
                == Self.sample.replacing("{ \"v\": 1 }", with: "{ \"v\": 1, \"w\": \"2\" }")
        )
        #expect(
            try edited(Self.sample, "w", "2", in: "empty")
                == Self.sample.replacing("{},", with: "{\"w\": \"2\"},")
        )
        #expect(
            try edited(Self.sample, "w", "2", in: "live")
                == Self.sample.replacing("{},\n", with: "{},\n  \"live\": {\"w\": \"2\"},\n")
        )
        #expect(
            try edited("{\"a\":{\"x\":\"1\",\"y\":\"2\"}}", "x", nil, in: "a")
                == "{\"a\":{\"y\":\"2\"}}"
        )
        #expect(
            try edited("{\"a\":{\"x\":\"1\",\"y\":\"2\"}}", "y", nil, in: "a")
                == "{\"a\":{\"x\":\"1\"}}"
        )
        #expect(try edited("", "x", "1") == "{\n  \"local\": {\n    \"x\": \"1\"\n  }\n}\n")
        #expect(try edited("{\n}\n", "x", "1") == "{\n  \"local\": {\"x\": \"1\"}\n}\n")
    }

    @Test func brokenFilesAreLeftAlone() {
        for text in ["{", "[]", "{\"local\": 1}", "{\"local\": {\"a\": }}"] {
            #expect(throws: CollectionError.self) { try edited(text, "x", "1") }
        }
        #expect(throws: CollectionError.self) { try edited("{}", " x", "1") }
        #expect(throws: CollectionError.self) {
            try EnvironmentEdit(name: "x", value: "1")
                .applied(to: Octets([0xFF, 0xFE, 0x7B, 0]), path: "http-client.env.json")
        }
    }

    @Test(
        arguments: [
            ("A", "2", "A=1", "A=2"), ("B", "x # y", "\"two words\"", "\"x # y\""),
            ("C", "new", "'it'", "'new'"), ("C", "it's", "'it'", "\"it's\""),
            ("D", "z", "D = v", "D = z"),
            ("A", nil, "A=1 # one\n", ""), ("E", "multi\nline", "", ""), ("D", nil, "D = v", ""),
        ] as [(String, String?, String, String)]
    )
    func dotenvLinesChangeAlone(name: String, value: String?, old: String, new: String) throws {
        let text = "# top\nA=1 # one\nexport B=\"two words\"\nC='it'\n\nD = v"
        let expected =
            old.isEmpty
            ? text + "\nE=\"multi\\nline\"\n" : text.replacing(old, with: new, maxReplacements: 1)
        #expect(try edited(text, name, value, path: "x/.env") == expected)
        #expect(
            try edited(text.replacing("\n", with: "\r\n"), name, value, path: ".env")
                == expected.replacing("\n", with: "\r\n")
        )
    }

    @Test func dotenvRefusesWhatItCannotHold() {
        #expect(throws: CollectionError.self) { try edited("", "a b", "1", path: ".env") }
        #expect(throws: CollectionError.self) { try edited("", "a", "1\r\n2", path: ".env") }
    }

    @Test(arguments: [
        "\"\u{300}", "'\u{301}x", "a #\u{302}", "=\u{300}", "\\\u{300}n", "x\u{300}\"",
    ])
    func signsWithCombiningMarksAreSigns(value: String) throws {
        for old in ["V=1\n", "V='1'\n", "V=\"1\"\n"] {
            let once = try edited(old, "V", value, path: ".env")
            #expect(try edited(once, "V", value, path: ".env") == once)
            let next = try edited(once, "W", "2", path: ".env")
            #expect(next == once + "W=2\n")
        }
    }

    @Test(arguments: ["\"open", "\"open\\\"", "'open", "\"", "'"])
    func aQuoteThatIsNotClosedIsPartOfTheValue(value: String) throws {
        let text = "V=\(value)\n"
        #expect(try edited(text, "W", "1", path: ".env") == text + "W=1\n")
        #expect(try edited(text, "V", "1", path: ".env") != text)
    }
}

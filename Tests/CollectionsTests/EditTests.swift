import Collections
import HTTPModel
import Testing

/// Edits rewrite the bytes meant and nothing else.
@Suite struct EditTests {
    static let sample = """
        ### Create a booking
        # @name create
        # @token bearer {{t}}
        POST {{base}}/bookings?dry=false&x=1#top HTTP/1.1
        Content-Type: application/json
        # X-Off: yes
        Accept: */*

        {"room": 12}

        ### Next
        GET {{base}}/next

        """

    private func edited(
        _ text: String,
        _ edit: RequestEdit,
        at index: Int = 0
    ) throws -> String {
        try HTTPFile(Octets(utf8: text), path: "a.http").applying(edit, to: index).bytes.text
    }

    @Test(arguments: [
        (RequestEdit.setMethod("PUT"), "POST {{base}}", "PUT {{base}}"),
        (.setURL("{{base}}/rooms?dry=false&x=1#top"), "/bookings?", "/rooms?"),
        (
            .setField(index: 0, name: "Content-Type", value: "text/plain", isEnabled: true),
            "Content-Type: application/json", "Content-Type: text/plain"
        ),
        (
            .setField(index: 2, name: "Accept", value: "*/*", isEnabled: false),
            "Accept: */*", "# Accept: */*"
        ),
        (
            .setField(index: 1, name: "X-Off", value: "yes", isEnabled: true),
            "# X-Off: yes", "X-Off: yes"
        ),
        (.addField(name: "X-New", value: "1"), "Accept: */*\n", "Accept: */*\nX-New: 1\n"),
        (.removeField(index: 1), "# X-Off: yes\n", ""),
        (.setBody(.text("{\n  \"a\": 1\n}")), "{\"room\": 12}", "{\n  \"a\": 1\n}"),
        (.setBody(.none), "{\"room\": 12}\n", ""),
        (.setBody(.file(path: "./b.json", isTemplated: false)), "{\"room\": 12}", "< ./b.json"),
        (.setToken(.query(name: "k", value: "v")), "bearer {{t}}", "query k v"),
        (.setToken(nil), "# @token bearer {{t}}\n", ""),
        (.rename("make"), "@name create", "@name make"),
        (
            .setDirective(name: "timeout", value: "5 s"),
            "POST {{base}}", "# @timeout 5 s\nPOST {{base}}"
        ),
        (
            .setQueryItem(index: 0, name: "dry", value: "a=b&c=d", isEnabled: true),
            "dry=false", "dry=a=b%26c=d"
        ),
        (.setQueryItem(index: 1, name: "x", value: "100%", isEnabled: true), "x=1#", "x=100%25#"),
        (.addQueryItem(name: "q", value: "x y"), "x=1#top", "x=1&q=x%20y#top"),
        (.removeQueryItem(index: 0), "dry=false&", ""),
        (.removeQueryItem(index: 1), "&x=1", ""),
        (
            .setQueryItem(index: 0, name: "dry", value: "false", isEnabled: false),
            "?dry=false&x=1#top HTTP/1.1", "\n    # ?dry=false\n    ?x=1#top HTTP/1.1"
        ),
        (.setMethod("POST"), "", ""),
    ])
    func onlyTheBytesMeantChange(edit: RequestEdit, old: String, new: String) throws {
        let expected =
            old.isEmpty
            ? Self.sample : Self.sample.replacing(old, with: new, maxReplacements: 1)
        #expect(try edited(Self.sample, edit) == expected)
        let windows = Self.sample.replacing("\n", with: "\r\n")
        #expect(try edited(windows, edit) == expected.replacing("\n", with: "\r\n"))
    }

    @Test(arguments: [
        RequestEdit.setField(index: 0, name: "A", value: "x\ny", isEnabled: true),
        .setField(index: 0, name: "A", value: " x", isEnabled: true),
        .setField(index: 0, name: "no name", value: "x", isEnabled: true),
        .setField(index: 9, name: "A", value: "x", isEnabled: true),
        .setMethod("G T"), .setMethod(""), .setURL(""), .setURL("a\nb"),
        .setBody(.text("a\n### b\nc")), .setBody(.text("< looks like a file")),
        .setBody(.text("a\n> {% x %}")), .setBody(.text("a\n\n")), .setBody(.text("\na")),
        .rename("a\nb"), .rename(""), .setToken(.bearer("a\nb")), .setToken(.bearer("")),
        .setToken(.query(name: "a b", value: "c")),
        .replaceText("### x\nGET /a\n### y\nGET /b\n"), .replaceText("nothing here"),
        .setDirective(name: "a b", value: "c"),
    ])
    func whatTheFormatCannotHoldIsRefused(edit: RequestEdit) {
        #expect(throws: CollectionError.self) { try edited(Self.sample, edit) }
    }

    @Test func contentIsAddedWithTheEmptyLinesItNeeds() throws {
        let bare = "GET http://a"
        let body = RequestEdit.setBody(.text("x"))
        #expect(try edited(bare, body) == "GET http://a\n\nx\n")
        #expect(try edited(bare + "\n", body) == "GET http://a\n\nx\n")
        #expect(
            try edited("GET http://a\n### b\nGET http://b\n", body)
                == "GET http://a\n\nx\n\n### b\nGET http://b\n"
        )
        #expect(
            try edited("GET http://a\n\n### b\nGET http://b\n", body)
                == "GET http://a\n\nx\n\n### b\nGET http://b\n"
        )
        #expect(
            try edited("GET http://a\n\n> {% x %}\n", body)
                == "GET http://a\n\nx\n\n> {% x %}\n"
        )
    }

    @Test func fieldsAndNamesAreAddedToABareRequest() throws {
        #expect(try edited("http://a", .addField(name: "A", value: "b")) == "http://a\nA: b")
        #expect(try edited("http://a", .setMethod("PUT")) == "PUT http://a")
        #expect(try edited("GET http://a\n", .rename("x y")) == "# @name x y\nGET http://a\n")
        #expect(try edited("###\nGET http://a\n", .rename("x y")) == "### x y\nGET http://a\n")
        let token = RequestEdit.setToken(.bearer("{{t}}"))
        #expect(
            try edited("// @tag a\nGET http://a\n", token)
                == "// @tag a\n// @token bearer {{t}}\nGET http://a\n"
        )
    }

    @Test func aQueryOverSeveralLinesKeepsItsLines() throws {
        let text = "GET http://a/b\n  ?a=1\n  # &off=2\n  &c=3 HTTP/1.1\nX: y\n"
        let file = HTTPFile(Octets(utf8: text), path: "a.http")
        #expect(file.requests[0].url == "http://a/b?a=1&c=3")
        #expect(file.requests[0].queryItems.map(\.name) == ["a", "off", "c"])
        #expect(
            try edited(text, .setQueryItem(index: 2, name: "c", value: "4", isEnabled: true))
                == text.replacing("c=3", with: "c=4")
        )
        #expect(
            try edited(text, .setQueryItem(index: 1, name: "off", value: "2", isEnabled: true))
                == "GET http://a/b?a=1&off=2&c=3 HTTP/1.1\nX: y\n"
        )
        #expect(
            try edited(text, .removeQueryItem(index: 1))
                == text.replacing("  # &off=2\n", with: "")
        )
        #expect(
            try edited(text, .setURL("http://a/c"))
                == "GET http://a/c HTTP/1.1\n  # &off=2\nX: y\n"
        )
    }

    @Test func requestsAreAddedCopiedAndRemoved() throws {
        let file = HTTPFile(Octets(utf8: Self.sample), path: "a.http")
        let added = try file.addingRequest(named: "new", url: "http://n", after: 0)
        #expect(added.index == 1)
        #expect(added.file.requests.map(\.name) == ["create", "new", "Next"])
        #expect(try added.file.removing(1).bytes == file.bytes)
        let copy = try file.duplicating(0, as: "copy")
        #expect(copy.file.requests.map(\.name) == ["create", "copy", "Next"])
        #expect(copy.file.requests[1].body == file.requests[0].body)
        let last = try file.addingRequest(named: "end", url: "http://n")
        #expect(last.file.bytes.text == Self.sample + "\n### end\nGET http://n\n")
        let empty = HTTPFile(Octets(), path: "e.http")
        #expect(
            try empty.addingRequest(named: "a", url: "http://n").file.bytes.text
                == "### a\nGET http://n\n"
        )
    }
}

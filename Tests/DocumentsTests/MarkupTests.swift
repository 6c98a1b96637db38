import Documents
import HTTPModel
import Testing

@Suite struct MarkupTests {
    private static let list =
        "<?xml version=\"1.0\"?><a:list xmlns:a='urn:x' n=\"1\"><item id=\"1\">Tom &amp; <b>J</b> </item>"
        + "<!-- note --><item/>\n<empty></empty><data><![CDATA[ <raw> ]]></data></a:list>"

    @Test func elementsAreIndentedAndTextKeepsItsBytes() {
        let view = document(Self.list, "application/xml")
        #expect(view.kind == .xml)
        #expect(view.fault == nil)
        let rows = [
            "<?xml version=\"1.0\"?>", "<a:list xmlns:a='urn:x' n=\"1\">",
            "  <item id=\"1\">Tom &amp; <b>J</b> </item>", "  <!-- note -->", "  <item/>",
            "  <empty></empty>", "  <data><![CDATA[ <raw> ]]></data>", "</a:list>",
        ]
        #expect(lines(view) == rows)
        #expect(plain(view) == rows.joined(separator: "\n") + "\n")
        #expect(view.row(1).spans.map(\.role).contains(.string))
        for index in 0..<view.rowCount {
            for span in view.row(index).spans {
                guard let range = span.byteRange else { continue }
                #expect(view.content.slice(range).text == span.text)
            }
            #expect(view.row(containing: view.row(index).byteRange.lowerBound) == index)
        }
    }

    @Test func elementsFoldToTheirTags() {
        var view = document(Self.list, "application/xml")
        view.toggleFold(atRow: 7)
        #expect(lines(view)[1] == "<a:list xmlns:a='urn:x' n=\"1\">…</a:list>")
        #expect(view.row(1).fold == .closed(hiddenCount: 6))
        #expect(view.row(containing: 90) == 1)
        let place = Self.list.utf8.count - 30
        #expect(view.reveal(offset: place) == 6)
        #expect(view.enclosingRow(of: 6) == 1)
        #expect(view.enclosingRow(of: 7) == 1)
        #expect(view.valueRange(atRow: 1) == 21..<Self.list.utf8.count)
        let deep = "<a><b><c><d>1</d><d>2</d></c></b><b>3</b></a>"
        var other = document(deep, "text/xml")
        other.foldAll()
        #expect(lines(other) == ["<a>", "  <b>…</b>", "  <b>3</b>", "</a>"])
        other.toggleFold(atRow: 1)
        #expect(lines(other)[2] == "    <c>…</c>")
        #expect(plain(other) == plain(document(deep, "text/xml")))
    }

    @Test func linesOfTextAndLongLinesAreKept() {
        let long = String(repeating: "漢字 ", count: 2000)
        let text =
            "<a>\n  <p>one\n     two <i>x\ny</i></p>\n  <t>\(long)</t>\n  <!-- a\n   b -->\n</a>"
        let view = document(text, "text/xml")
        #expect(lines(view).prefix(4) == ["<a>", "  <p>one", "     two <i>x", "y</i></p>"])
        #expect(view.row(1).fold == .open)
        #expect(view.row(6).isContinuation)
        #expect(
            plain(view)
                == "<a>\n  <p>one\n     two <i>x\ny</i></p>\n  <t>\(long)</t>\n"
                + "  <!-- a\n   b -->\n</a>\n"
        )
    }

    @Test(
        arguments: [
            ("<a><b></a>", "1:7", "</a> does not end <b> of line 1"),
            ("<a>\n <b x=1/></a>", "2:7", "the value of the attribute x must stand in quotes"),
            ("<a x='1' x='2'/>", "1:10", "the attribute x stands twice in a tag"),
            ("<a>1 & 2</a>", "1:6", "'&' starts no reference here; as text it is written &amp;"),
            ("<a>&nbsp;</a>", "1:4", "the entity &nbsp; is not declared"),
            ("<a>&#0;</a>", "1:4", "&#0; is no character of XML"),
            ("<a>1 < 2</a>", "1:6", "'<' starts no tag here; as text it is written &lt;"),
            ("<a/><b/>", "1:5", "a second root element: a document has one"),
            ("<a/>x", "1:5", "there is text outside the root element"),
            ("<a><!-- x -- y --></a>", "1:11", "'--' may not stand in a comment"),
            ("<a>]]></a>", "1:4", "']]>' in text must be written ]]&gt;"),
            ("<a>\u{1}</a>", "1:4", "control character 0x01"),
            ("<a", "1:3", "the text ends inside the tag <a"),
            ("<a><b>x</b>", "1:12", "the text ends inside <a> of line 1"),
            ("<a><![CDATA[x", "1:14", "the text ends inside a CDATA section"),
            ("<a></b></a>", "1:4", "</b> ends no element"),
            ("", "1:1", "there is no element"),
        ] as [(String, String, String)]
    )
    func theFirstErrorHasItsPlace(text: String, place: String, detail: String) {
        let view = document(text, "application/xml")
        #expect(view.fault?.location.description == place)
        #expect(view.fault?.detail == detail)
        if !text.isEmpty { #expect(lines(view).contains { $0.contains("not well-formed") }) }
    }

    @Test func entitiesAreNeverExpanded() {
        let bomb =
            "<!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]>"
            + "<a>&b;&c;</a>"
        let view = document(bomb, "application/xml")
        #expect(view.fault == nil)
        #expect(lines(view).last == "<a>&b;&c;</a>")
    }

    @Test func htmlHasRunsOfTextAndImpliedEnds() {
        let page =
            "<!doctype html><html><head><title>A page</title><script>\nif (a < b) {\n  x()\n}\n</script></head>"
            + "<body><p>Hello <b>you</b>,\n   all<br>of you<p>next<ul><li>one<li>two</ul><pre> a\n  b</pre>"
            + "<img src=x.png></body></html>"
        let view = document(page, "text/html")
        #expect(view.fault == nil)
        #expect(
            lines(view) == [
                "<!doctype html>", "<html>", "  <head>", "    <title>A page</title>",
                "    <script>",
                "if (a < b) {", "  x()", "}", "    </script>", "  </head>", "  <body>", "    <p>",
                "      Hello <b>you</b>,", "      all<br>of you", "    <p>", "      next",
                "    <ul>",
                "      <li>", "        one", "      <li>", "        two", "    </ul>",
                "    <pre> a",
                "  b</pre>", "    <img src=x.png>", "  </body>", "</html>",
            ]
        )
    }

    @Test func onlyWhatIsMarkupIsTakenForIt() {
        #expect(document("<a><b/></a>", nil).kind == .xml)
        #expect(document("<a@example.test> wrote", nil).kind == .text)
        #expect(document("<- see there", "text/plain").kind == .text)
        #expect(document("<!DOCTYPE html><p>x", nil).kind == .xml)
        #expect(document("<a/><b>x</b>", "text/xml-external-parsed-entity").fault == nil)
    }

    @Test func deepAndWideMarkupIsReadInOneGo() {
        let deep = String(repeating: "<a>", count: 200_000)
        #expect(document(deep, "text/xml").rowCount == 200_000)
        #expect(document(deep + String(repeating: "</a>", count: 200_000), "text/xml").fault == nil)
        let line = "<a>" + String(repeating: "x", count: 3_000_000) + "</a>"
        #expect(document(line, "text/xml").rowCount > 1000)
        #expect(plain(document(line, "text/xml")) == line + "\n")
        for text in ["<a x=\"", "<a><!--", "<", "</", "<!", "<?", "<a/", "&", "<!DOCTYPE a ["] {
            for type in ["text/xml", "text/html"] { _ = lines(document(text, type)) }
        }
    }
}

import Documents
import HTTPModel
import TestSupport
import Testing

@Suite struct TextCharsetTests {
    private func view(
        _ bytes: [UInt8],
        _ mediaType: String?,
        charset: String? = nil
    ) -> ResponseDocument {
        ResponseDocument(
            body: Octets(bytes),
            mediaType: mediaType.flatMap { MediaType($0) },
            charset: charset.flatMap { TextCharset($0) }
        )
    }

    private func utf16(_ text: String, bigEndian: Bool, mark: Bool = false) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return bigEndian ? pair : pair.reversed()
        }
    }

    @Test(
        arguments: [
            ([0x63, 0x61, 0x66, 0xE9], "text/plain; charset=ISO-8859-1", "café"),
            ([0x80, 0x20, 0x93, 0x78, 0x94], "text/plain; charset=windows-1252", "€ “x”"),
            ([0x93, 0xFA, 0x96, 0x7B], "text/plain; charset=Shift_JIS", "日本"),
            ([0xC8, 0xD5, 0xB1, 0xBE], "text/html; charset=gb2312", "日本"),
            ([0xC6, 0xFC, 0xCB, 0xDC], "text/plain; charset=euc-jp", "日本"),
            ([0xF0, 0xD2, 0xC9], "text/plain; charset=\"koi8-r\"", "При"),
            (
                [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x61],
                "text/plain; charset=iso-2022-jp",
                "日a"
            ),
            ([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "text/plain; charset=iso-8859-1", "<U+FEFF>é"),
            ([0xFF, 0xFE, 0x41, 0x00], "text/plain; charset=utf-8", "A"),
            ([0xFE, 0xFF, 0x00, 0x41, 0xD8, 0x3D, 0xDE, 0x00], "text/plain", "A😀"),
            ([0x00, 0x00, 0xFE, 0xFF, 0x00, 0x01, 0xF6, 0x00], nil, "😀"),
            ([0x41, 0x00, 0x42, 0x00], "text/plain; charset=utf-16", "AB"),
            ([0x61, 0xE9], "text/plain; charset=no-such-set", "a<E9>"),
        ] as [([UInt8], String?, String)]
    )
    func textIsShownInItsCharset(bytes: [UInt8], mediaType: String?, text: String) {
        let document = view(bytes, mediaType)
        #expect(lines(document) == [text])
        #expect(document.body.array == bytes)
        #expect(document.undecodableCount == 0)
    }

    @Test(arguments: [
        "<?xml version='1.0' encoding='windows-1252'?><a>\u{1}</a>",
        "<html><head><meta charset=\"windows-1252\"><p>\u{1}",
        "<html><META http-equiv=Content-Type content=\"text/html; charset=windows-1252\"><p>\u{1}",
    ])
    func markupTellsItsCharset(text: String) {
        let bytes = text.utf8.map { $0 == 1 ? 0x80 : $0 }
        for mediaType in ["text/html", "application/xml", nil] {
            let document = view(bytes, mediaType)
            #expect(document.charset.name == "windows-1252")
            #expect(document.content.text.contains("€"))
        }
        #expect(view(bytes, "text/html; charset=koi8-r").charset.name == "koi8-r")
        #expect(view(bytes, "text/html", charset: "latin1").charset.name == "latin1")
    }

    @Test(arguments: [true, false], [true, false])
    func jsonInUTF16IsJSON(bigEndian: Bool, mark: Bool) {
        let text = #"{"name":"Zoë 😀","n":1.00}"#
        for mediaType in ["application/json", nil] {
            let bytes = utf16(text, bigEndian: bigEndian, mark: mark)
            let document = view(bytes, mediaType)
            #expect(document.kind == .json)
            #expect(document.fault == nil)
            #expect(lines(document)[1...2] == ["  \"name\": \"Zoë 😀\",", "  \"n\": 1.00"])
            #expect(document.content.text == text)
            #expect(document.path(atRow: 2) == "$['n']")
            let hex = document.changing(mode: .hex)
            #expect(hex.rowCount == (bytes.count + 15) / 16)
            #expect(hex.row(hex.rowCount - 1).byteRange.upperBound == document.content.count)
        }
    }

    @Test func whatIsNotInTheCharsetIsMarkedAndCounted() {
        let lone = view([0x00, 0x41, 0xD8, 0x00, 0x00, 0x42, 0x00], "text/plain; charset=utf-16be")
        #expect(lines(lone) == ["A\u{FFFD}B\u{FFFD}"])
        #expect(lone.undecodableCount == 2)
        #expect(lone.firstUndecodable == 2)
        let windows = view([0x61, 0x81, 0x62], "text/plain; charset=windows-1252")
        #expect(lines(windows) == ["a\u{FFFD}b"])
        let japanese = view([0x61, 0xFF, 0x62, 0x93], "text/plain; charset=shift_jis")
        #expect(lines(japanese) == ["a\u{FFFD}b\u{FFFD}"])
        #expect(japanese.firstUndecodable == 1)
    }

    @Test func longTextsAreConvertedWhole() {
        let text = String(repeating: "日本語のテキスト\n", count: 4000)
        let document = view(utf16(text, bigEndian: false), "text/plain; charset=utf-16le")
        #expect(document.content.text == text)
        #expect(document.rowCount == 4000)
        let place = document.row(3000).byteRange.lowerBound
        let hex = document.changing(mode: .hex)
        let row = hex.row(hex.row(containing: place)).byteRange
        #expect(abs(row.lowerBound - place) < 100)
        let wide = [UInt8](repeating: 0x93, count: 1) + (0..<9999).flatMap { _ in [0xFA, 0x93] }
        let japanese = view(wide + [0xFA], "text/plain; charset=shift_jis")
        #expect(japanese.content.text == String(repeating: "日", count: 10_000))
    }

    @Test func bytesThatAreNoTextStayBytes() {
        let picture = view([0xFF, 0xFE, 0x00, 0x01, 0x02, 0x00], nil)
        #expect(picture.kind == .binary)
        #expect(picture.charset == .utf8)
        #expect(view([0xFE, 0xFF, 0x00, 0x41], "image/png").kind == .binary)
    }

    @Test func everyFileOfTheCorpusConverts() throws {
        for file in Corpus.files(in: "responses/encodings") {
            let body = try Corpus.read(file)
            let type = file.hasSuffix(".xml") ? "application/xml" : "text/plain"
            let document = ResponseDocument(body: body, mediaType: MediaType(type))
            for index in 0..<document.rowCount { _ = document.row(index) }
            if file.contains("UTF16") || file.contains("UTF32") || file.contains("utf-16") {
                #expect(document.charset != .utf8, "\(file)")
                #expect(document.undecodableCount == 0, "\(file)")
            }
            if file.contains("/euc-kr.xml") { #expect(document.charset.name == "euc-kr") }
        }
    }
}

import NcursesTerminal
import Screen
import Testing

struct InputDecoderTests {
    private func events(_ text: String, described: [[UInt8]: Key] = [:]) -> [InputEvent] {
        var decoder = InputDecoder(described: described)
        return decoder.decode(Array(text.utf8), at: 0) + decoder.decode([], at: 100)
    }

    @Test(
        arguments: [
            ("a", [.character("a")]), ("é漢", [.character("é"), .character("漢")]),
            ("e\u{301}", [.character("e\u{301}")]), ("👩‍👧", [.character("👩‍👧")]),
            ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
            ("\u{7F}\u{8}", [.backspace, .backspace]),
            ("\0", [.control(" ")]), ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]),
            ("\u{1C}", [.control("\\")]), ("\u{1F}", [.control("_")]), ("\u{1B}", [.escape]),
            ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}x", [.alt("x")]),
            ("\u{1B}é", [.alt("é")]),
            ("\u{1B}\u{7F}", [.control("w")]), ("\u{1B}\r", [.escape, .enter]),
            ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]),
            ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
            ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
            ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}OH", [.home, .end, .home, .end, .home]),
            ("\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.insert, .delete, .pageUp, .pageDown]),
            ("\u{1B}[Z", [.backTab]),
            ("\u{1B}OP\u{1B}[15~\u{1B}[24~", [.function(1), .function(5), .function(12)]),
            ("\u{1B}[[A", [.function(1)]),
            ("\u{1B}[1;5C\u{1B}[1;3D", [.controlRight, .controlLeft]),
            ("\u{1B}Oc\u{1B}Od", [.controlRight, .controlLeft]), ("\u{1B}[1;2A", [.shiftUp]),
            ("\u{1B}[115;5u", [.control("s")]), ("\u{1B}[27;5;106~", [.control("j")]),
            ("\u{1B}[13u", [.enter]), ("\u{1B}[27u", [.escape]), ("\u{1B}OM", [.enter]),
            ("\u{1B}Oq", [.character("1")]),
        ] as [(String, [Key])]
    )
    func bytesBecomeKeys(text: String, keys: [Key]) {
        #expect(events(text) == keys.map { .key($0) })
    }

    @Test(arguments: [
        "\u{1B}[?1;2c", "\u{1B}[99~", "\u{1B}[I", "\u{1B}[O", "\u{1B}[201~", "\u{1B}Oz",
    ])
    func sequencesOfNoUseAreSwallowed(text: String) {
        #expect(events(text + "a") == [.key(.character("a"))])
    }

    @Test func invalidBytesBecomeReplacementCharacters() {
        var decoder = InputDecoder()
        #expect(
            decoder.decode([0xFF, 0x61], at: 0) == [
                .key(.character("\u{FFFD}")), .key(.character("a")),
            ]
        )
    }

    @Test(arguments: ["\u{1B}[1;5C", "é", "漢", "\u{1B}[<0;10;5M", "\u{1B}OA", "\u{1B}é"])
    func aSequenceMayComeByteByByte(text: String) {
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        for byte in text.utf8 { events += decoder.decode([byte], at: 0) }
        #expect(events == self.events(text))
        #expect(events.count == 1)
        #expect(!decoder.isWaiting)
    }

    @Test func aLoneEscapeWaitsUntilNothingFollows() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B], at: 0) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.decode([], at: 30) == [.key(.escape)])
        #expect(!decoder.isWaiting)
    }

    @Test func sequencesOfTheDescriptionComeFirst() {
        let described: [[UInt8]: Key] = [Array("\u{1B}[P".utf8): .delete]
        #expect(events("\u{1B}[P", described: described) == [.key(.delete)])
        #expect(events("\u{1B}[P") == [.key(.function(1))])
    }
}

struct PasteDecodingTests {
    private let start = "\u{1B}[200~"
    private let end = "\u{1B}[201~"

    @Test func aPasteIsTextWhateverItHolds() {
        var decoder = InputDecoder()
        let text = "q\u{1B}[A\u{3}s\u{1B}x\u{1B}[20"
        #expect(
            decoder.decode(Array((start + text + end + "j").utf8), at: 0)
                == [.paste(text), .key(.character("j"))]
        )
    }

    @Test func aPasteMayComeByteByByte() {
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        for byte in (start + "a\u{1B}\u{1B}[2é" + end).utf8 {
            events += decoder.decode([byte], at: 0)
        }
        #expect(events == [.paste("a\u{1B}\u{1B}[2é")])
    }

    @Test func anUnfinishedPasteDoesNotTimeOut() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array((start + "abc\u{1B}").utf8), at: 0) == [])
        #expect(!decoder.isWaiting)
        #expect(decoder.decode([], at: 500) == [])
        #expect(decoder.decode(Array("[201~".utf8), at: 900) == [.paste("abc")])
    }

    @Test func lineEndsOfAPasteAreLineFeeds() {
        var decoder = InputDecoder()
        #expect(
            decoder.decode(Array((start + "a\rb\r\nc\n\r" + end).utf8), at: 0) == [
                .paste("a\nb\nc\n\n")
            ]
        )
    }

    @Test func manyLinesAtOnceAreAPasteEvenUnmarked() {
        var decoder = InputDecoder()
        let text = String(repeating: "q quit j s\r", count: 200)
        let lines = text.replacing("\r", with: "\n")
        #expect(decoder.decode(Array(text.utf8), at: 0) == [.paste(lines)])
        #expect(decoder.decode(Array("x\r".utf8), at: 20) == [.paste("x\n")])
        #expect(decoder.decode(Array("x".utf8), at: 500) == [.key(.character("x"))])
    }

    @Test func aKeyScriptIsNotTakenForAPaste() {
        var decoder = InputDecoder()
        let events = decoder.decode(Array("jj\r/pet\r".utf8), at: 0)
        #expect(events.count == 8)
        #expect(events.last == .key(.enter))
    }
}

struct MouseDecodingTests {
    private func press(_ column: Int, at time: Int, in decoder: inout InputDecoder) -> Int {
        let events = decoder.decode(Array("\u{1B}[<0;\(column);1M".utf8), at: time)
        guard case .mouse(let event) = events.first else { return -1 }
        return event.clicks
    }

    @Test(
        arguments: [
            (
                "\u{1B}[<0;10;5M",
                MouseEvent(kind: .press, button: 1, position: .init(row: 4, column: 9), clicks: 1)
            ),
            (
                "\u{1B}[<2;1;1M",
                MouseEvent(kind: .press, button: 3, position: .init(row: 0, column: 0), clicks: 1)
            ),
            (
                "\u{1B}[<0;10;5m",
                MouseEvent(kind: .release, button: 1, position: .init(row: 4, column: 9))
            ),
            (
                "\u{1B}[<32;11;5M",
                MouseEvent(kind: .drag, button: 1, position: .init(row: 4, column: 10))
            ),
            (
                "\u{1B}[<64;300;200M",
                MouseEvent(kind: .wheelUp, button: 0, position: .init(row: 199, column: 299))
            ),
            (
                "\u{1B}[<65;1;1M",
                MouseEvent(kind: .wheelDown, button: 0, position: .init(row: 0, column: 0))
            ),
            (
                "\u{1B}[<4;1;1M",
                MouseEvent(kind: .press, button: 1, position: .init(row: 0, column: 0), clicks: 1)
            ),
            (
                "\u{1B}[M !!",
                MouseEvent(kind: .press, button: 1, position: .init(row: 0, column: 0), clicks: 1)
            ),
        ]
    )
    func reportsBecomeMouseEvents(text: String, event: MouseEvent) {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array(text.utf8), at: 0) == [.mouse(event)])
    }

    @Test func movesWithoutAButtonAndSidewaysWheelsAreLeftOut() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}[<35;2;2M\u{1B}[<66;2;2M".utf8), at: 0) == [])
    }

    @Test func quickPressesOnOneCellAreCounted() {
        var decoder = InputDecoder()
        #expect(press(1, at: 0, in: &decoder) == 1)
        #expect(press(1, at: 200, in: &decoder) == 2)
        #expect(press(1, at: 400, in: &decoder) == 3)
        #expect(press(1, at: 500, in: &decoder) == 1)
        #expect(press(2, at: 600, in: &decoder) == 1)
        #expect(press(2, at: 1200, in: &decoder) == 1)
    }
}

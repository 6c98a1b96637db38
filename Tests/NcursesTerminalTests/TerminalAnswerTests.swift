import NcursesTerminal
import Screen
import Testing

/// Answers of the terminal about its background: however they come, nothing of them is a key.
struct TerminalAnswerTests {
    private static let whole = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"

    /// Decodes an answer in pieces with the clock at a time for each; silence is decoded as the
    /// terminal would, after the decoder's patience.
    private func events(_ pieces: [(text: String, time: Int)]) -> [InputEvent] {
        var decoder = InputDecoder()
        decoder.expectAnswer(at: 0)
        var events: [InputEvent] = []
        for (index, piece) in pieces.enumerated() {
            events += decoder.decode(Array(piece.text.utf8), at: piece.time)
            let next = index + 1 < pieces.count ? pieces[index + 1].time : piece.time + 10_000
            if decoder.isWaiting, next - piece.time > decoder.patience {
                events += decoder.decode([], at: piece.time + decoder.patience)
            }
        }
        return events
    }

    @Test(arguments: ["\u{1B}\\", "\u{7}"])
    func aWholeAnswerTellsTheBackground(end: String) {
        let answer = "\u{1B}]11;rgb:1e1e/1e1e/1e1e" + end
        #expect(events([(answer, 5)]) == [.background(.dark)])
    }

    @Test func anAnswerTornAnywhereIsNoKey() {
        let bytes = Array(Self.whole)
        for cut in 1..<bytes.count {
            let pieces = [(String(bytes[..<cut]), 5), (String(bytes[cut...]), 205)]
            #expect(events(pieces) == [.background(.light)], "cut at \(cut)")
        }
    }

    @Test func anAnswerWhoseEscapeCameMuchTooEarlyIsNoKeyEither() {
        let rest = String(Self.whole.dropFirst())
        #expect(
            events([("\u{1B}", 5), (rest, 600)]) == [.key(.escape), .background(.light)]
        )
    }

    @Test func keysAroundAnAnswerCount() {
        #expect(
            events([("j" + Self.whole + "k", 5)]) == [
                .key(.character("j")), .background(.light), .key(.character("k")),
            ]
        )
    }

    @Test func anAnswerThatNeverEndsGivesTheKeysBack() {
        let found = events([("\u{1B}]11;rgb:ff", 5), ("jjj", 3_000), ("k", 3_010)])
        #expect(found == "jjjk".map { .key(.character($0)) })
        #expect(events([("\u{1B}]11;rgb:ff", 5), ("\r", 700)]) == [.key(.enter)])
    }

    @Test func escapeAndTheNextKeyAreNotAltWhileAnAnswerMayCome() {
        #expect(events([("\u{1B}", 5), ("q", 60)]) == [.key(.escape), .key(.character("q"))])
        #expect(events([("\u{1B}", 5), ("q", 10)]) == [.key(.alt("q"))])
    }

    @Test func altWithABracketIsStillAKey() {
        #expect(events([("\u{1B}]", 2_000)]) == [.key(.alt("]"))])
        #expect(events([("\u{1B}]j", 2_000)]) == [.key(.alt("]")), .key(.character("j"))])
    }

    @Test func otherStringsOfTheTerminalAreDropped() {
        #expect(
            events([("\u{1B}]10;rgb:0/0/0\u{7}\u{1B}P1$r0m\u{1B}\\x", 5)]) == [
                .key(.character("x"))
            ]
        )
    }
}

import Explorer
import Testing

@Suite struct TextBufferTests {
    private func multiline(_ text: String, line: Int = 0, column: Int = 0) -> TextBuffer {
        var buffer = TextBuffer(text, isMultiline: true)
        buffer.moveCaret(to: TextPosition(line: line, column: column))
        return buffer
    }

    @Test(arguments: ["", "a", "a\n", "a\nb", "a\r\nb\r\n", "\n\n", "Zoë 👩‍👩‍👧\n\tx"])
    func textComesBackAsItWent(_ text: String) {
        #expect(TextBuffer(text, isMultiline: true).text == text)
    }

    @Test func insertingPutsTheCaretBehindTheText() {
        var buffer = multiline("ac", column: 1)
        buffer.insert("b")
        #expect(buffer.text == "abc")
        #expect(buffer.caret == TextPosition(line: 0, column: 2))
    }

    @Test func pastingLinesSplitsTheLine() {
        var buffer = multiline("start end", column: 6)
        buffer.insert("one\ntwo ")
        #expect(buffer.text == "start one\ntwo end")
        #expect(buffer.caret == TextPosition(line: 1, column: 4))
    }

    @Test func oneLineInputsTakeBreaksAsBlanks() {
        var buffer = TextBuffer("")
        buffer.insert("a\nb\r\n")
        #expect(buffer.text == "a b")
        #expect(buffer.lines.count == 1)
    }

    @Test func aNewLineKeepsIndentationAndLineEnding() {
        var buffer = multiline("  a\r\nb", line: 0, column: 3)
        buffer.insertNewline()
        #expect(buffer.text == "  a\r\n  \r\nb")
        #expect(buffer.caret == TextPosition(line: 1, column: 2))
    }

    @Test func deletingAtALineStartJoinsLines() {
        var buffer = multiline("ab\ncd", line: 1)
        buffer.deleteBackward()
        #expect(buffer.text == "abcd")
        #expect(buffer.caret == TextPosition(line: 0, column: 2))
        buffer.moveToEnd()
        buffer.deleteForward()
        #expect(buffer.text == "abcd")
    }

    @Test func wordsAreDeletedAndSkippedWhole() {
        var buffer = TextBuffer("one two-three")
        buffer.deleteWordBackward()
        #expect(buffer.text == "one two-")
        buffer.moveWordLeft()
        #expect(buffer.caret.column == 4)
        buffer.moveToStart()
        buffer.moveWordRight()
        #expect(buffer.caret.column == 3)
        buffer.deleteToLineEnd()
        #expect(buffer.text == "one")
        buffer.deleteToLineStart()
        #expect(buffer.text.isEmpty)
    }

    @Test func verticalMovesRememberTheColumn() {
        var buffer = multiline("longer\na\nlonger", column: 5)
        buffer.moveCaret(lines: 1)
        #expect(buffer.caret == TextPosition(line: 1, column: 1))
        buffer.moveCaret(lines: 1)
        #expect(buffer.caret == TextPosition(line: 2, column: 5))
        buffer.moveCaret(lines: 10)
        #expect(buffer.caret.line == 2)
    }

    @Test func typingIsUndoneAsOneStepUntilTheCaretMoves() {
        var buffer = multiline("")
        for character in "abc" { buffer.insert(String(character), isTyping: true) }
        buffer.moveLeft()
        buffer.insert("x", isTyping: true)
        #expect(buffer.text == "abxc")
        buffer.undo()
        #expect(buffer.text == "abc")
        buffer.undo()
        #expect(buffer.text.isEmpty)
        buffer.redo()
        buffer.redo()
        #expect(buffer.text == "abxc")
        #expect(!buffer.canRedo)
    }

    @Test func charactersThatMergeComeApartAgain() {
        var buffer = multiline("e", column: 1)
        buffer.insert("\u{301}")
        #expect(buffer.text == "e\u{301}")
        #expect(buffer.caret.column == 1)
        buffer.undo()
        #expect(buffer.text == "e")
        buffer.redo()
        #expect(buffer.text == "e\u{301}")
    }

    @Test func aNewEditForgetsWhatWasUndone() {
        var buffer = multiline("")
        buffer.insert("a")
        buffer.undo()
        buffer.insert("b")
        #expect(!buffer.canRedo)
        #expect(buffer.text == "b")
    }

    @Test func homeGoesToTheIndentationFirst() {
        var buffer = multiline("    key", column: 6)
        buffer.moveToLineStart()
        #expect(buffer.caret.column == 4)
        buffer.moveToLineStart()
        #expect(buffer.caret.column == 0)
        buffer.moveToLineEnd()
        #expect(buffer.caret.column == 7)
    }
}

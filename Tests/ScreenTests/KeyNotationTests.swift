import Screen
import Testing

struct KeyNotationTests {
    @Test(
        arguments: [
            ("s", .character("s")), ("<C-s>", .control("s")), ("<A-x>", .alt("x")),
            ("<Enter>", .enter), ("<Esc>", .escape), ("<S-Tab>", .backTab), ("<F5>", .function(5)),
            ("<Space>", .character(" ")), ("<lt>", .character("<")), ("é", .character("é")),
            ("<C-Space>", .control(" ")), ("<C-Left>", .controlLeft), ("<PageDown>", .pageDown),
            ("<A-lt>", .alt("<")), (">", .character(">")), ("<BS>", .backspace),
        ] as [(String, Key)]
    )
    func notationNamesAKeyAndBack(notation: String, key: Key) {
        #expect(Key(notation: notation) == key)
        #expect(key.notation == notation)
    }

    @Test(
        arguments: [("<cr>", .enter), ("<M-x>", .alt("x")), ("<C-S>", .control("s"))]
            as [(String, Key)]
    )
    func otherSpellingsAreUnderstood(notation: String, key: Key) {
        #expect(Key(notation: notation) == key)
    }

    @Test(arguments: ["", "ab", "<", "<>", "<C->", "<X-a>", "<F0>", "<F99>", "<Nothing>", "<C-ab>"])
    func otherTextIsNoKey(notation: String) {
        #expect(Key(notation: notation) == (notation == "<" ? .character("<") : nil))
    }

    @Test func keysInARowReadLikeTheManual() {
        #expect(
            Key.sequence("jj<Enter>/pé<C-s>")
                == [
                    .character("j"), .character("j"), .enter, .character("/"), .character("p"),
                    .character("é"), .control("s"),
                ]
        )
        #expect(Key.sequence("<C->>a") == [.control(">"), .character("a")])
        #expect(Key.sequence("a<b") == nil)
        #expect(Key.sequence("") == [])
    }
}

import Screen

extension Keymap {
    /// The keys that hold when the person has configured none.
    ///
    /// No binding needs Ctrl or a function key, and none is a key that terminals or multiplexers
    /// keep for themselves; keys with Ctrl only repeat what others do.
    package static let standard = Keymap(
        everywhere + tree + request + response + input + search + editor + suggestions + choice
            + dialog
            + lists(in: .history) + history + lists(in: .run) + run
    )

    private static let everywhere: [KeyBinding] = [
        KeyBinding(.everywhere, .character("s"), .send),
        KeyBinding(.everywhere, .character("x"), .cancel),
        KeyBinding(.everywhere, .character("e"), .edit),
        KeyBinding(.everywhere, .character("j"), .moveDown),
        KeyBinding(.everywhere, .down, .moveDown),
        KeyBinding(.everywhere, .character("k"), .moveUp),
        KeyBinding(.everywhere, .up, .moveUp),
        KeyBinding(.everywhere, .pageDown, .pageDown),
        KeyBinding(.everywhere, .pageUp, .pageUp),
        KeyBinding(.everywhere, .character("g"), .moveToTop),
        KeyBinding(.everywhere, .home, .moveToTop),
        KeyBinding(.everywhere, .character("G"), .moveToBottom),
        KeyBinding(.everywhere, .end, .moveToBottom),
        KeyBinding(.everywhere, .enter, .open),
        KeyBinding(.everywhere, .escape, .back),
        KeyBinding(.everywhere, .tab, .nextPane),
        KeyBinding(.everywhere, .backTab, .previousPane),
        KeyBinding(.everywhere, .character("l"), .nextTab),
        KeyBinding(.everywhere, .character("]"), .nextTab),
        KeyBinding(.everywhere, .right, .nextTab),
        KeyBinding(.everywhere, .character("h"), .previousTab),
        KeyBinding(.everywhere, .character("["), .previousTab),
        KeyBinding(.everywhere, .left, .previousTab),
        KeyBinding(.everywhere, .character("="), .toggleZoom),
        KeyBinding(.everywhere, .character("E"), .chooseEnvironment),
        KeyBinding(.everywhere, .character("$"), .changeVariable),
        KeyBinding(.everywhere, .character("m"), .chooseMethod),
        KeyBinding(.everywhere, .character("o"), .editTarget),
        KeyBinding(.everywhere, .character("S"), .snapshot),
        KeyBinding(.everywhere, .character("i"), .whatIf),
        KeyBinding(.everywhere, .character("w"), .save),
        KeyBinding(.everywhere, .character("W"), .saveAll),
        KeyBinding(.everywhere, .character("u"), .undo),
        KeyBinding(.everywhere, .character("U"), .redo),
        KeyBinding(.everywhere, .character("y"), .copy),
        KeyBinding(.everywhere, .character("z"), .toggleFold),
        KeyBinding(.everywhere, .character("Z"), .foldAll),
        KeyBinding(.everywhere, .character("X"), .unfoldAll),
        KeyBinding(.everywhere, .character("/"), .search),
        KeyBinding(.everywhere, .character("n"), .nextMatch),
        KeyBinding(.everywhere, .character("N"), .previousMatch),
        KeyBinding(.everywhere, .character("B"), .showHistory),
        KeyBinding(.everywhere, .character("T"), .showRun),
        KeyBinding(.everywhere, .character(":"), .palette),
        KeyBinding(.everywhere, .character("?"), .help),
        KeyBinding(.everywhere, .function(1), .help),
        KeyBinding(.everywhere, .character("'"), .switchRequest),
        KeyBinding(.everywhere, .character(";"), .jump),
        KeyBinding(.everywhere, .character("O"), .openCollection),
        KeyBinding(.everywhere, .character("+"), .growPane),
        KeyBinding(.everywhere, .character("-"), .shrinkPane),
        KeyBinding(.everywhere, .character("L"), .showLog),
        KeyBinding(.everywhere, .character("R"), .reloadCollection),
        KeyBinding(.everywhere, .control("l"), .redraw),
        KeyBinding(.everywhere, .character("q"), .quit),
        KeyBinding(.everywhere, .control("c"), .quit),
    ]

    private static let tree: [KeyBinding] = [
        KeyBinding(.tree, .enter, .open),
        KeyBinding(.tree, .character(" "), .toggleFold),
        KeyBinding(.tree, .character("/"), .filterTree),
        KeyBinding(.tree, .character("a"), .addRequest),
        KeyBinding(.tree, .character("D"), .duplicateRequest),
        KeyBinding(.tree, .character("r"), .renameRequest),
        KeyBinding(.tree, .character("d"), .deleteRequest),
        KeyBinding(.tree, .character("t"), .runSelected),
        KeyBinding(.tree, .character("K"), .moveRowUp),
        KeyBinding(.tree, .character("J"), .moveRowDown),
        KeyBinding(.tree, .character("M"), .moveRequest),
        KeyBinding(.tree, .character("A"), .newFile),
        KeyBinding(.tree, .character("v"), .editFileExternally),
        KeyBinding(.tree, .character("l"), .open),
        KeyBinding(.tree, .right, .open),
        KeyBinding(.tree, .character("h"), .toggleFold),
        KeyBinding(.tree, .left, .toggleFold),
    ]

    private static let request: [KeyBinding] = [
        KeyBinding(.request, .character("a"), .addRow),
        KeyBinding(.request, .character("d"), .deleteRow),
        KeyBinding(.request, .delete, .deleteRow),
        KeyBinding(.request, .character("t"), .toggleRow),
        KeyBinding(.request, .character(" "), .toggleRow),
        KeyBinding(.request, .character("D"), .duplicateRow),
        KeyBinding(.request, .character("K"), .moveRowUp),
        KeyBinding(.request, .character("J"), .moveRowDown),
        KeyBinding(.request, .character("r"), .editText),
        KeyBinding(.request, .character("v"), .editExternally),
        KeyBinding(.request, .character("V"), .editRequestExternally),
        KeyBinding(.request, .character("L"), .editInLines),
        KeyBinding(.request, .character("f"), .pickFile),
        KeyBinding(.request, .character("1"), .showParams),
        KeyBinding(.request, .character("2"), .showHeaders),
        KeyBinding(.request, .character("3"), .showBody),
        KeyBinding(.request, .character("4"), .showToken),
        KeyBinding(.request, .character("5"), .showOptions),
        KeyBinding(.request, .character("6"), .showDocs),
        KeyBinding(.request, .character("7"), .showTests),
    ]

    private static let response: [KeyBinding] = [
        KeyBinding(.response, .character(" "), .pageDown),
        KeyBinding(.response, .character("b"), .pageUp),
        KeyBinding(.response, .right, .scrollRight),
        KeyBinding(.response, .character(">"), .scrollRight),
        KeyBinding(.response, .left, .scrollLeft),
        KeyBinding(.response, .character("<"), .scrollLeft),
        KeyBinding(.response, .character("p"), .prettyMode),
        KeyBinding(.response, .character("r"), .rawMode),
        KeyBinding(.response, .character("H"), .hexMode),
        KeyBinding(.response, .character("Y"), .copyAll),
        KeyBinding(.response, .character("v"), .viewExternally),
        KeyBinding(.response, .character("1"), .showResponseBody),
        KeyBinding(.response, .character("2"), .showResponseHeaders),
        KeyBinding(.response, .character("3"), .showTiming),
        KeyBinding(.response, .character("4"), .showErrors),
        KeyBinding(.response, .character("5"), .showSent),
        KeyBinding(.response, .character("6"), .showFixture),
        KeyBinding(.response, .character("7"), .showCookies),
        KeyBinding(.response, .character("8"), .showTLS),
        KeyBinding(.response, .character("9"), .showDiff),
        KeyBinding(.response, .character("f"), .filterBody),
        KeyBinding(.response, .character("P"), .goToPath),
        KeyBinding(.response, .character("c"), .copyPart),
        KeyBinding(.response, .character("F"), .followLink),
        KeyBinding(.response, .character("D"), .saveBody),
        KeyBinding(.response, .character("t"), .toggleWrap),
        KeyBinding(.response, .character("C"), .chooseCharset),
        KeyBinding(.response, .character("K"), .pinResponse),
        KeyBinding(.response, .character("V"), .compareWith),
        KeyBinding(.response, .character("}"), .nextDifference),
        KeyBinding(.response, .character("{"), .previousDifference),
        KeyBinding(.response, .character("I"), .ignorePath),
        KeyBinding(.response, .character("M"), .compareWithFixture),
    ]

    private static let input: [KeyBinding] =
        [
            KeyBinding(.input, .enter, .accept),
            KeyBinding(.input, .escape, .dismiss),
            KeyBinding(.input, .tab, .nextInput),
            KeyBinding(.input, .backTab, .previousInput),
            KeyBinding(.input, .down, .nextInput),
            KeyBinding(.input, .up, .previousInput),
            KeyBinding(.input, .function(1), .help),
            KeyBinding(.input, .control("c"), .dismiss),
        ] + typing(in: .input)

    private static let search: [KeyBinding] = [
        KeyBinding(.search, .tab, .toggleExpression),
        KeyBinding(.search, .up, .olderInput),
        KeyBinding(.search, .down, .newerInput),
    ]

    private static let editor: [KeyBinding] =
        [
            KeyBinding(.editor, .escape, .dismiss),
            KeyBinding(.editor, .enter, .insertNewline),
            KeyBinding(.editor, .up, .caretUp),
            KeyBinding(.editor, .down, .caretDown),
            KeyBinding(.editor, .pageUp, .caretPageUp),
            KeyBinding(.editor, .pageDown, .caretPageDown),
            KeyBinding(.editor, .shiftUp, .selectUp),
            KeyBinding(.editor, .shiftDown, .selectDown),
            KeyBinding(.editor, .alt("<"), .caretTextStart),
            KeyBinding(.editor, .alt(">"), .caretTextEnd),
            KeyBinding(.editor, .function(1), .help),
            KeyBinding(.editor, .control("c"), .dismiss),
        ] + typing(in: .editor)

    private static let suggestions: [KeyBinding] = [
        KeyBinding(.suggestions, .down, .nextSuggestion),
        KeyBinding(.suggestions, .up, .previousSuggestion),
        KeyBinding(.suggestions, .escape, .closeSuggestions),
    ]

    private static let choice: [KeyBinding] = [
        KeyBinding(.choice, .enter, .open),
        KeyBinding(.choice, .escape, .back),
        KeyBinding(.choice, .control("c"), .back),
        KeyBinding(.choice, .down, .moveDown),
        KeyBinding(.choice, .tab, .moveDown),
        KeyBinding(.choice, .up, .moveUp),
        KeyBinding(.choice, .backTab, .moveUp),
        KeyBinding(.choice, .pageDown, .pageDown),
        KeyBinding(.choice, .pageUp, .pageUp),
    ]

    private static let dialog: [KeyBinding] = [
        KeyBinding(.dialog, .enter, .open),
        KeyBinding(.dialog, .character("v"), .chooseVariant),
        KeyBinding(.dialog, .escape, .back),
        KeyBinding(.dialog, .character("q"), .back),
        KeyBinding(.dialog, .control("c"), .back),
        KeyBinding(.dialog, .character("j"), .moveDown),
        KeyBinding(.dialog, .down, .moveDown),
        KeyBinding(.dialog, .tab, .nextTab),
        KeyBinding(.dialog, .character("k"), .moveUp),
        KeyBinding(.dialog, .up, .moveUp),
        KeyBinding(.dialog, .backTab, .previousTab),
        KeyBinding(.dialog, .character("l"), .nextTab),
        KeyBinding(.dialog, .right, .nextTab),
        KeyBinding(.dialog, .character("h"), .previousTab),
        KeyBinding(.dialog, .left, .previousTab),
        KeyBinding(.dialog, .character(" "), .pageDown),
        KeyBinding(.dialog, .pageDown, .pageDown),
        KeyBinding(.dialog, .pageUp, .pageUp),
        KeyBinding(.dialog, .character("g"), .moveToTop),
        KeyBinding(.dialog, .character("G"), .moveToBottom),
    ]

    private static let history: [KeyBinding] = [
        KeyBinding(.history, .character("s"), .resendEntry),
        KeyBinding(.history, .character("c"), .compareWithEntry),
        KeyBinding(.history, .character("d"), .deleteEntry),
        KeyBinding(.history, .delete, .deleteEntry),
        KeyBinding(.history, .character("/"), .search),
        KeyBinding(.history, .character("a"), .showAllHistory),
        KeyBinding(.history, .character("B"), .showHistory),
    ]

    private static let run: [KeyBinding] = [
        KeyBinding(.run, .character("x"), .cancel),
        KeyBinding(.run, .character("f"), .failedFirst),
        KeyBinding(.run, .character("r"), .runFailedAgain),
        KeyBinding(.run, .character("t"), .runAgain),
        KeyBinding(.run, .character("T"), .showRun),
    ]

    /// The keys of popups whose rows are gone through without typing.
    private static func lists(in context: KeyContext) -> [KeyBinding] {
        [
            KeyBinding(context, .enter, .open),
            KeyBinding(context, .escape, .back),
            KeyBinding(context, .character("q"), .back),
            KeyBinding(context, .control("c"), .back),
            KeyBinding(context, .character("j"), .moveDown),
            KeyBinding(context, .down, .moveDown),
            KeyBinding(context, .character("k"), .moveUp),
            KeyBinding(context, .up, .moveUp),
            KeyBinding(context, .character(" "), .pageDown),
            KeyBinding(context, .pageDown, .pageDown),
            KeyBinding(context, .pageUp, .pageUp),
            KeyBinding(context, .character("g"), .moveToTop),
            KeyBinding(context, .home, .moveToTop),
            KeyBinding(context, .character("G"), .moveToBottom),
            KeyBinding(context, .end, .moveToBottom),
        ]
    }

    /// The keys that move and delete in every kind of text.
    private static func typing(in context: KeyContext) -> [KeyBinding] {
        [
            KeyBinding(context, .left, .caretLeft),
            KeyBinding(context, .right, .caretRight),
            KeyBinding(context, .controlLeft, .caretWordLeft),
            KeyBinding(context, .alt("b"), .caretWordLeft),
            KeyBinding(context, .controlRight, .caretWordRight),
            KeyBinding(context, .alt("f"), .caretWordRight),
            KeyBinding(context, .home, .caretLineStart),
            KeyBinding(context, .end, .caretLineEnd),
            KeyBinding(context, .control("e"), .caretLineEnd),
            KeyBinding(context, .backspace, .deleteBackward),
            KeyBinding(context, .delete, .deleteForward),
            KeyBinding(context, .control("w"), .deleteWordBackward),
            KeyBinding(context, .control("k"), .deleteToLineEnd),
            KeyBinding(context, .control("u"), .deleteToLineStart),
            KeyBinding(context, .alt("u"), .undoTyping),
            KeyBinding(context, .alt("U"), .redoTyping),
            KeyBinding(context, .alt("s"), .toggleSelecting),
            KeyBinding(context, .alt("a"), .selectAll),
            KeyBinding(context, .shiftLeft, .selectLeft),
            KeyBinding(context, .shiftRight, .selectRight),
            KeyBinding(context, .shiftHome, .selectLineStart),
            KeyBinding(context, .shiftEnd, .selectLineEnd),
            KeyBinding(context, .alt("c"), .copyText),
            KeyBinding(context, .alt("x"), .cutText),
            KeyBinding(context, .control("x"), .cutText),
            KeyBinding(context, .alt("v"), .pasteText),
            KeyBinding(context, .control("v"), .pasteText),
            KeyBinding(context, .alt("/"), .suggest),
            KeyBinding(context, .control(" "), .suggest),
        ]
    }
}

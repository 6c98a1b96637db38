/// What a piece of the screen means; a theme gives each meaning its colour and attributes.
package enum StyleRole: UInt8, CaseIterable, Hashable, Sendable {
    // Text and structure.
    case plain, dim, title, heading, border, focusedBorder, popupBorder
    case selection, cursorLine, input, placeholder, disabled, link, folder
    case tab, selectedTab, statusLine, hint, hintKey

    // Documents.
    case key, string, number, literal, punctuation, comment, control, invalid
    case hexOffset, hexByte, match, currentMatch

    // Requests.
    case method, variable, unknownVariable, modified, secret

    // Outcomes.
    case statusInformation, statusSuccess, statusRedirect, statusClientError, statusServerError
    case failure, warning, success

    // Phases of the timing waterfall.
    case waterfallLookup, waterfallConnect, waterfallTLS, waterfallSend, waterfallWait
    case waterfallReceive

    /// The name that the configuration knows the role by, such as `focusedBorder`.
    package var name: String { String(describing: self) }

    /// The letter that stands for the role in golden screens; each role has its own.
    package var letter: Character {
        switch self {
        case .plain: "."
        case .dim: "d"
        case .title: "T"
        case .heading: "G"
        case .border: "b"
        case .focusedBorder: "B"
        case .popupBorder: "P"
        case .selection: "S"
        case .cursorLine: "L"
        case .input: "i"
        case .placeholder: "e"
        case .disabled: "x"
        case .link: "u"
        case .folder: "D"
        case .tab: "t"
        case .selectedTab: "U"
        case .statusLine: "Z"
        case .hint: "h"
        case .hintKey: "H"
        case .key: "k"
        case .string: "s"
        case .number: "n"
        case .literal: "l"
        case .punctuation: "p"
        case .comment: "c"
        case .control: "C"
        case .invalid: "I"
        case .hexOffset: "o"
        case .hexByte: "y"
        case .match: "a"
        case .currentMatch: "A"
        case .method: "m"
        case .variable: "v"
        case .unknownVariable: "V"
        case .modified: "M"
        case .secret: "q"
        case .statusInformation: "1"
        case .statusSuccess: "2"
        case .statusRedirect: "3"
        case .statusClientError: "4"
        case .statusServerError: "5"
        case .failure: "F"
        case .warning: "w"
        case .success: "g"
        case .waterfallLookup: "N"
        case .waterfallConnect: "O"
        case .waterfallTLS: "K"
        case .waterfallSend: "E"
        case .waterfallWait: "W"
        case .waterfallReceive: "R"
        }
    }
}

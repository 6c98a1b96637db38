import HTTPModel

/// How markup is read.
enum MarkupDialect: Sendable {
    /// A document: one element, well-formed.
    case xml
    /// Well-formed content without the need of one element around it.
    case fragment
    /// HTML, where end tags may be missing and anything goes.
    case html

    /// The dialect that a media type names, or else the content begins with.
    init(_ mediaType: MediaType?, _ content: Octets) {
        switch mediaType?.subtype {
        case "html": self = .html
        case "xml-external-parsed-entity": self = .fragment
        case .some(let subtype) where subtype == "xml" || subtype.hasSuffix("+xml"): self = .xml
        default:
            let start = content.prefix(512).drop { $0 <= 0x20 || $0 >= 0x80 }
                .prefix(14).map { $0 | 0x20 }
            let text = String(decoding: start, as: UTF8.self)
            self = text.hasPrefix("<html") || text == "<!doctype html" ? .html : .xml
        }
    }

    /// Whether text without a media type is taken for markup.
    ///
    /// It must begin with a tag or the like; unless it is HTML, says that it is XML or is long, it must be
    /// well-formed, too.
    static func isMarkup(_ content: Octets) -> Bool {
        let start = Array(content.prefix(512).drop { $0 <= 0x20 || $0 >= 0x80 }.prefix(6))
        guard start.count > 2, start[0] == UInt8(ascii: "<"),
            MarkupScanner.isNameStart(start[1]) || start[1] == UInt8(ascii: "!")
                || start[1] == UInt8(ascii: "?")
        else { return false }
        let dialect = MarkupDialect(nil, content)
        return dialect == .html || start.elementsEqual("<?xml ".utf8) || content.count > 1 << 20
            || MarkupRows(content, dialect).fault == nil
    }
}

/// What text is in the midst of.
enum MarkupState: UInt8, Sendable {
    case content
    /// In a tag, after its name.
    case tag
    case doubleQuoted
    case singleQuoted
    case comment
    /// In a CDATA section.
    case data
    case instruction
    case declaration
    /// In a script or style sheet, where no markup is.
    case raw
}

/// A row of markup when everything is open.
struct MarkupRow: Sendable {
    /// The bytes it shows.
    var start: Int
    var end: Int
    /// For the first row of something with several, the last one; for a last row or one in between, the
    /// first one; for any other, itself.
    var partner: Int
    /// The nesting level.
    var depth: Int32
    /// What the first byte is in the midst of.
    var state: MarkupState
    /// Whether the row goes on with the source line by line, its blanks kept.
    var isVerbatim: Bool
    /// Whether the row goes on with the very line of the row before, which is too long for one.
    var isCut: Bool
    /// Whether the row ends with an end tag that belongs to `partner`.
    var isEnd: Bool
}

/// The elements of HTML that are read in a way of their own.
///
/// - SeeAlso: HTML Standard §13.1.2.
enum HTMLElement {
    /// Elements without content or end tag.
    static let void: Set = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source",
        "track", "wbr",
    ]
    /// Elements whose content is text up to their end tag.
    static let raw: Set = ["script", "style", "textarea", "title"]
    /// Elements in which blanks count.
    static let preformatted: Set = ["pre", "listing"]
    /// Elements that stand in a line of text.
    static let inline: Set = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "button", "cite", "code", "data",
        "del",
        "dfn", "em", "font", "i", "img", "input", "ins", "kbd", "label", "mark", "q", "s", "samp",
        "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]

    /// Whether the start of `name` ends an open element `open`.
    static func closes(_ open: String, before name: String) -> Bool {
        switch open {
        case "p": !inline.contains(name)
        case "li": name == "li"
        case "dt", "dd": name == "dt" || name == "dd"
        case "tr": name == "tr" || name == "tbody" || name == "tfoot"
        case "td", "th": ["td", "th", "tr", "tbody", "tfoot"].contains(name)
        case "option": name == "option" || name == "optgroup"
        case "head": name == "body"
        default: false
        }
    }
}

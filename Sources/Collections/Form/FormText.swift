/// Content of the type `application/x-www-form-urlencoded` as the text of a request file: items between
/// `&`, perhaps one a line.
///
/// An edit changes the item it means and no other character.
package struct FormText: Equatable, Sendable {
    /// One item, as written: encoded and with templates.
    package struct Item: Equatable, Sendable {
        /// Blanks and line ends before it.
        fileprivate var lead: Substring
        /// The part before the first `=`.
        package var name: String
        /// The part behind it; `nil` when there is no `=`.
        package var value: String?
        /// Blanks and line ends behind it.
        fileprivate var trail: Substring

        fileprivate var text: String { lead + name + (value.map { "=" + $0 } ?? "") + trail }
    }

    /// The items in order.
    package private(set) var items: [Item]

    /// Takes a text apart; `&` and `=` inside of `{{…}}` belong to the expression.
    package init(_ text: String) {
        items = []
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        var start = text.startIndex
        for cut in Self.cuts(in: text) + [text.endIndex] {
            items.append(Self.item(text[start..<cut]))
            start = cut < text.endIndex ? text.index(after: cut) : cut
        }
    }

    /// The text of all items.
    package var text: String { items.map(\.text).joined(separator: "&") }

    /// Sets one item.
    package mutating func set(_ index: Int, name: String, value: String?) {
        items[index].name = name
        items[index].value = value
    }

    /// Adds an item at the end, on a line of its own when the last one is.
    package mutating func add(name: String, value: String?) {
        var item = Item(lead: "", name: name, value: value, trail: "")
        if let last = items.last {
            let isOnOwnLine = last.lead.contains(where: \.isNewline)
            let endsLine = items.dropLast().last?.trail.contains(where: \.isNewline) == true
            item.lead = isOnOwnLine ? last.lead : ""
            if endsLine {
                // `a=1&` on the line before: a line end belongs behind the `&`.
                item.lead = items.dropLast().last?.trail ?? ""
            }
        }
        items.append(item)
    }

    /// Removes one item.
    package mutating func remove(_ index: Int) {
        let removed = items.remove(at: index)
        if index == 0, !items.isEmpty { items[0].lead = removed.lead }
    }

    /// Puts one item where another is.
    package mutating func move(_ index: Int, to other: Int) {
        var (first, second) = (items[index], items[other])
        swap(&first.lead, &second.lead)
        swap(&first.trail, &second.trail)
        items[index] = second
        items[other] = first
    }

    private static func item(_ text: Substring) -> Item {
        let lead = text.prefix(while: \.isWhitespace)
        var core = text[lead.endIndex...]
        var end = core.endIndex
        while end > core.startIndex, core[core.index(before: end)].isWhitespace {
            end = core.index(before: end)
        }
        let trail = core[end...]
        core = core[..<end]
        let (name, value) = URLText.nameAndValue(String(core))
        return Item(lead: lead, name: name, value: value, trail: trail)
    }

    /// Where `&` stands outside of expressions.
    private static func cuts(in text: String) -> [String.Index] {
        var cuts: [String.Index] = []
        var isInside = false
        var previous: Character?
        for index in text.indices {
            let character = text[index]
            if character == "{", previous == "{" { isInside = true }
            if character == "}", previous == "}" || character.isNewline { isInside = false }
            if character == "&", !isInside { cuts.append(index) }
            previous = character
        }
        return cuts
    }
}

#if canImport(Glibc)
import Glibc
#endif

// Start and end tags.

extension MarkupScanner {
    /// Reads the start tag at `position`.
    mutating func startTag() {
        let start = position
        let name = readName(from: start + 1)
        let isClosed = readAttributes(of: name, from: name.upperBound)
        let tag = start..<position
        let lowered = isHTML ? string(name).lowercased() : ""
        spans?.append(tag)
        elementCount += 1
        if elements.isEmpty && verbatim == nil {
            if hasRoot && dialect == .xml {
                fail(start, "a second root element: a document has one")
            }
            hasRoot = true
        }
        let isEmpty = isHTML ? isClosed || HTMLElement.void.contains(lowered) : isClosed
        if isHTML && verbatim == nil {
            startHTML(tag, name, lowered, isEmpty)
            return
        }
        guard verbatim == nil else {
            if !isEmpty { push(name, lowered, tag, isInline: true) }
            return
        }
        let row = rows.count
        addLines(tag, depth, .content)
        guard !isEmpty else { return }
        push(name, lowered, tag, isInline: false, row: row)
        depth += 1
    }

    private mutating func startHTML(
        _ tag: Range<Int>,
        _ name: Range<Int>,
        _ lowered: String,
        _ isEmpty: Bool
    ) {
        if HTMLElement.inline.contains(lowered) {
            if run == nil { run = tag.lowerBound }
            if !isEmpty { push(name, lowered, tag, isInline: true) }
            return
        }
        flushRun(upTo: tag.lowerBound)
        while let place = elements.lastIndex(where: { !$0.isInline }),
            HTMLElement.closes(elements[place].lowered, before: lowered)
        {
            close(downTo: place)
        }
        let row = rows.count
        let isKept = HTMLElement.preformatted.contains(lowered) && !isEmpty
        if isKept {
            verbatim = elements.count
            push(name, lowered, tag, isInline: false, row: row)
            return
        }
        addLines(tag, depth, .content)
        guard !isEmpty else { return }
        push(name, lowered, tag, isInline: false, row: row)
        depth += 1
        if HTMLElement.raw.contains(lowered) { rawContent(lowered) }
    }

    /// The content of a script or the like, up to its end tag.
    private mutating func rawContent(_ name: String) {
        let start = position
        var end = find(UInt8(ascii: "<"), from: start)
        while end < count {
            let after = end + 2 + name.utf8.count
            if starts(with: "</", at: end), after <= count,
                string((end + 2)..<after).lowercased() == name
            {
                break
            }
            end = find(UInt8(ascii: "<"), from: end + 1)
        }
        position = end
        if isShort(start..<end) {
            run = start
            return
        }
        var first = start
        // The first line end belongs to the tag.
        while unsafe first < end && Self.isBlank(base[first]) && base[first] != 0x0A { first += 1 }
        if unsafe first < end && base[first] == 0x0A { first += 1 } else { first = start }
        let last = trimmed(first..<end)
        guard first < last else { return }
        addLines(first..<last, depth, .raw, isVerbatim: first > start)
    }

    private mutating func push(
        _ name: Range<Int>,
        _ lowered: String,
        _ tag: Range<Int>,
        isInline: Bool,
        row: Int = 0
    ) {
        elements.append(
            Element(
                name: name,
                lowered: lowered,
                start: tag.lowerBound,
                row: row,
                contentRow: rows.count,
                isInline: isInline,
                number: elementCount - 1
            )
        )
    }

    /// Reads the end tag at `position`.
    mutating func endTag() {
        let start = position
        let name = readName(from: start + 2)
        var place = name.upperBound
        while unsafe place < count && Self.isBlank(base[place]) { place += 1 }
        if unsafe place < count && base[place] == UInt8(ascii: ">") {
            position = place + 1
        } else {
            fail(place, "expected '>' after </\(string(name))")
            position = min(find(UInt8(ascii: ">"), from: place) + 1, count)
        }
        let tag = start..<position
        let lowered = isHTML ? string(name).lowercased() : ""
        guard let match = elements.lastIndex(where: { isNamed($0, name, lowered) }) else {
            if isStrict { fail(start, "</\(string(name))> ends no element") }
            stray(tag, lowered)
            return
        }
        if match < elements.count - 1, isStrict {
            fail(
                start,
                "</\(string(name))> does not end \(described(elements[elements.count - 1]))"
            )
        }
        spans?[elements[match].number] = elements[match].start..<tag.upperBound
        if let verbatim, match >= verbatim {
            endVerbatim(match, at: tag.upperBound, isOutermost: match == verbatim)
            return
        }
        if let verbatim {
            // What was to be kept whole ends without an end tag of its own.
            endVerbatim(verbatim, at: trimmed(elements[verbatim].start..<start), isOutermost: true)
        }
        if elements[match].isInline {
            if run == nil { run = start }
            elements.removeSubrange(match...)
            return
        }
        end(match, tag)
    }

    private func isNamed(_ element: Element, _ name: Range<Int>, _ lowered: String) -> Bool {
        if isHTML { return element.lowered == lowered }
        guard element.name.count == name.count else { return false }
        let other = unsafe base + element.name.lowerBound
        return unsafe memcmp(other, base + name.lowerBound, name.count) == 0
    }

    /// An end tag without a start.
    private mutating func stray(_ tag: Range<Int>, _ lowered: String) {
        guard verbatim == nil else { return }
        if isHTML && HTMLElement.inline.contains(lowered) {
            if run == nil { run = tag.lowerBound }
            return
        }
        flushRun(upTo: tag.lowerBound)
        addLines(tag, depth, .content)
    }

    mutating func endVerbatim(_ match: Int, at end: Int, isOutermost: Bool) {
        if isOutermost {
            verbatim = nil
            addLines(elements[match].start..<end, depth, .content)
        }
        elements.removeSubrange(match...)
    }

    /// Closes the element number `match`, whose end tag is at `tag`.
    private mutating func end(_ match: Int, _ tag: Range<Int>) {
        let element = elements[match]
        if match == elements.count - 1 || elements[(match + 1)...].allSatisfy(\.isInline),
            rows.count == element.contentRow, element.contentRow == element.row + 1,
            isShort(element.start..<tag.upperBound)
        {
            run = nil
            elements.removeSubrange(match...)
            depth -= 1
            rows[element.row].end = tag.upperBound
            return
        }
        flushRun(upTo: tag.lowerBound)
        if match < elements.count - 1 { close(downTo: match + 1) }
        elements.removeLast()
        depth -= 1
        let last = rows.count
        add(tag, depth, .content)
        rows[last].partner = element.row
        rows[last].isEnd = true
        rows[element.row].partner = last
    }

    /// Whether an element fits one row: a short line.
    private func isShort(_ range: Range<Int>) -> Bool {
        if range.count > (isHTML ? 160 : 2048) { return false }
        return find(0x0A, in: range) == range.upperBound
    }

    /// Closes elements that have no end tag, the innermost first.
    mutating func close(downTo place: Int) {
        while elements.count > place {
            let element = elements.removeLast()
            if !element.isInline { closeSilently(element) }
        }
    }

    mutating func closeSilently(_ element: Element) {
        guard depth > 0 else { return }
        depth -= 1
        if element.row < rows.count - 1 { rows[element.row].partner = rows.count - 1 }
    }

    /// The name at `start`.
    func readName(from start: Int) -> Range<Int> {
        var end = start
        while unsafe end < count && Self.isName(base[end]) { end &+= 1 }
        return start..<end
    }
}

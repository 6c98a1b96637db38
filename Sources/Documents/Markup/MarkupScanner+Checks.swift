#if canImport(Glibc)
import Glibc
#endif

// Attributes, and what well-formed XML asks for.

extension MarkupScanner {
    /// Reads the attributes of a start tag and its end; `position` is after it then.
    ///
    /// - Returns: Whether the tag ends its element, too.
    mutating func readAttributes(of element: Range<Int>, from start: Int) -> Bool {
        var place = start
        var names: [Range<Int>] = []
        while true {
            let blank = place
            while unsafe place < count && Self.isBlank(base[place]) { place &+= 1 }
            guard place < count else {
                fail(count, "the text ends inside the tag <\(string(element))")
                position = count
                return false
            }
            let byte = unsafe base[place]
            if byte == UInt8(ascii: ">") {
                position = place + 1
                return false
            }
            if byte == UInt8(ascii: "/") {
                if unsafe place + 1 < count && base[place + 1] == UInt8(ascii: ">") {
                    position = place + 2
                    return true
                }
                fail(place, "'/' in a tag must be followed by '>'")
                place += 1
                continue
            }
            if byte == UInt8(ascii: "<") && !isHTML {
                fail(place, "expected '>' at the end of the tag <\(string(element))")
                position = place
                return false
            }
            if place == blank { fail(place, "a blank is missing before the attribute") }
            place = attribute(at: place, &names)
        }
    }

    /// Reads one attribute; returns the place after it.
    private mutating func attribute(at start: Int, _ names: inout [Range<Int>]) -> Int {
        let name = attributeName(at: start)
        guard !name.isEmpty else {
            fail(start, "\(ByteText.described(unsafe base[start])) starts no attribute")
            return start + 1
        }
        checkUnique(name, &names)
        var place = name.upperBound
        while unsafe place < count && Self.isBlank(base[place]) { place &+= 1 }
        guard unsafe place < count && base[place] == UInt8(ascii: "=") else {
            fail(name.lowerBound, "the attribute \(string(name)) has no value")
            return name.upperBound
        }
        place += 1
        while unsafe place < count && Self.isBlank(base[place]) { place &+= 1 }
        let quote = unsafe place < count ? base[place] : 0
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            fail(place, "the value of the attribute \(string(name)) must stand in quotes")
            while unsafe place < count && base[place] != UInt8(ascii: ">")
                && !Self.isBlank(base[place])
            {
                place &+= 1
            }
            return place
        }
        let end = find(quote, from: place + 1)
        guard end < count else {
            fail(place, "the value of the attribute \(string(name)) has no end quote")
            // What was meant is not known; the tag is taken to end at the next bracket.
            return find(UInt8(ascii: ">"), from: place)
        }
        checkValue((place + 1)..<end, of: name)
        return end + 1
    }

    private func attributeName(at start: Int) -> Range<Int> {
        guard isHTML else {
            return unsafe Self.isNameStart(base[start]) ? readName(from: start) : start..<start
        }
        var end = start
        while end < count {
            let byte = unsafe base[end]
            if Self.isBlank(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
                || byte == UInt8(ascii: "/")
            {
                break
            }
            end &+= 1
        }
        return start..<end
    }

    private mutating func checkUnique(_ name: Range<Int>, _ names: inout [Range<Int>]) {
        guard !isHTML, failure == nil, names.count < 1000 else { return }
        for other in names where other.count == name.count {
            if unsafe memcmp(base + other.lowerBound, base + name.lowerBound, name.count) == 0 {
                fail(name.lowerBound, "the attribute \(string(name)) stands twice in a tag")
            }
        }
        names.append(name)
    }

    private mutating func checkValue(_ range: Range<Int>, of name: Range<Int>) {
        guard isStrict else { return }
        let bracket = find(UInt8(ascii: "<"), in: range)
        if bracket < range.upperBound {
            fail(bracket, "'<' in the value of \(string(name)) must be written &lt;")
        }
        checkCharacters(range)
    }

    /// Checks text between tags.
    mutating func checkText(_ range: Range<Int>) {
        guard isStrict else { return }
        checkCharacters(range)
        var place = find(UInt8(ascii: "]"), in: range)
        while place + 2 < range.upperBound {
            if starts(with: "]]>", at: place) {
                fail(place, "']]>' in text must be written ]]&gt;")
                return
            }
            place = find(UInt8(ascii: "]"), in: (place + 1)..<range.upperBound)
        }
    }

    /// Checks the characters of a range, and its references where there can be any.
    mutating func checkCharacters(_ range: Range<Int>, hasReferences: Bool = true) {
        var place = range.lowerBound
        while place < range.upperBound {
            let byte = unsafe base[place]
            if byte == UInt8(ascii: "&") && hasReferences {
                guard let end = checkReference(at: place, range.upperBound) else { return }
                place = end
            } else if byte >= 0x80 {
                let length = unsafe UTF8Text.length(base + place, count - place)
                guard length > 0 else {
                    fail(place, "byte \(ByteText.hexadecimal(byte)) is not UTF-8")
                    return
                }
                place &+= length
            } else if byte < 0x20 && !Self.isBlank(byte) {
                fail(place, "control character \(ByteText.hexadecimal(byte))")
                return
            } else {
                place &+= 1
            }
        }
    }

    /// Checks the reference at `start`; returns the place after it, `nil` when it is wrong.
    ///
    /// - SeeAlso: XML 1.0 §4.1.
    private mutating func checkReference(at start: Int, _ limit: Int) -> Int? {
        var end = start + 1
        while unsafe end < limit && (Self.isName(base[end]) || base[end] == UInt8(ascii: "#")) {
            end &+= 1
        }
        guard unsafe end < limit && base[end] == UInt8(ascii: ";") && end > start + 1 else {
            fail(start, "'&' starts no reference here; as text it is written &amp;")
            return nil
        }
        let name = string((start + 1)..<end)
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let value =
                digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            guard let value, Self.isCharacter(value) else {
                fail(start, "&\(name); is no character of XML")
                return nil
            }
        } else if !["lt", "gt", "amp", "quot", "apos"].contains(name), !hasOtherDeclarations,
            !entities.contains(name)
        {
            fail(start, "the entity &\(name); is not declared")
            return nil
        }
        return end + 1
    }

    /// - SeeAlso: XML 1.0 §2.2.
    private static func isCharacter(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    mutating func checkComment(_ range: Range<Int>) {
        guard isStrict, range.count >= 7 else { return }
        checkCharacters(range, hasReferences: false)
        var place = range.lowerBound + 4
        let limit = range.upperBound - 3
        while place < limit {
            place = find(UInt8(ascii: "-"), in: place..<limit)
            if place < limit, starts(with: "--", at: place) {
                fail(place, "'--' may not stand in a comment")
                return
            }
            place += 1
        }
    }

    mutating func checkInstruction(_ range: Range<Int>) {
        guard isStrict else { return }
        checkCharacters(range, hasReferences: false)
        let name = readName(from: range.lowerBound + 2)
        if name.isEmpty {
            fail(range.lowerBound, "'<?' must be followed by a name")
        } else if string(name).lowercased() == "xml" && !rows.isEmpty && rows.count > 1 {
            fail(range.lowerBound, "the XML declaration may only stand at the very start")
        }
    }

    // MARK: Declarations

    /// Reads the declaration at `position` and what it declares; returns the place after it.
    mutating func readDeclaration() -> Int {
        let start = position
        guard !isHTML else { return min(find(UInt8(ascii: ">"), from: start) + 1, count) }
        if !starts(with: "<!DOCTYPE", at: start) {
            fail(start, "'<!' starts no comment, CDATA section or document type here")
            return min(find(UInt8(ascii: ">"), from: start) + 1, count)
        }
        if hasRoot { fail(start, "the document type must stand before the root element") }
        var place = start + 9
        var isInside = false
        while place < count {
            let byte = unsafe base[place]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                if !isInside { hasOtherDeclarations = true }
                place = find(byte, from: place + 1)
            } else if byte == UInt8(ascii: "[") {
                isInside = true
            } else if byte == UInt8(ascii: "]") {
                isInside = false
            } else if byte == UInt8(ascii: "%") && isInside {
                hasOtherDeclarations = true
            } else if starts(with: "<!--", at: place) {
                place = (end(of: "-->", from: place + 4) ?? count) - 1
            } else if starts(with: "<!ENTITY", at: place) {
                place = declareEntity(at: place + 8)
                continue
            } else if byte == UInt8(ascii: ">") && !isInside {
                return place + 1
            }
            place += 1
        }
        fail(count, "the text ends inside the document type")
        return count
    }

    private mutating func declareEntity(at start: Int) -> Int {
        var place = start
        while unsafe place < count && Self.isBlank(base[place]) { place += 1 }
        let name = readName(from: place)
        if !name.isEmpty && entities.count < 10_000 { entities.insert(string(name)) }
        return max(name.upperBound, start)
    }
}

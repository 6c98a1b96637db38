// Handing the words on piece by piece, so that memory is needed for the nesting only.

extension JSONScanner {
    /// Whether there is a piece to hand on.
    var hasPiece: Bool {
        guard let pieceLength, used >= pieceLength else { return false }
        return isSequence ? open < 0 : used >= pieceLimit
    }

    /// Gives every token that is settled to `body` and forgets it, but for the brackets that are open.
    ///
    /// A name is settled once its value is.
    mutating func handOn<Failure: Error>(
        _ body: (TapeWord, Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        let hasPendingName = used == lastKeyEnd
        let end = hasPendingName ? lastKey : used
        var index = handedOn
        while index < end {
            let word = unsafe TapeWord(bits: words[index])
            let length = length(of: word, index)
            try body(word, word.offset..<(word.offset + length))
            index += width(of: word)
        }
        rowSamples.removeAll(keepingCapacity: true)
        childSamples.removeAll(keepingCapacity: true)
        farContainers.removeAll(keepingCapacity: true)
        forgetOpenBrackets()
        if hasPendingName {
            let width = lastKeyEnd - lastKey
            for place in 0..<width { unsafe words[used + place] = words[lastKey + place] }
            lastKey = used
            handedOn = used
            used += width
            lastKeyEnd = used
        } else {
            lastKey = -1
            lastKeyEnd = -1
            handedOn = used
        }
        if open < 0 { forgetMark() }
    }

    /// Lets the brackets that are open share the first word: what was handed on is not read again.
    private mutating func forgetOpenBrackets() {
        used = open < 0 ? 0 : 1
        guard open > 0 || depth > 1 else { return }
        open = 0
        // The first stands for the top level.
        for place in 1..<max(depth, 1) {
            let level = unsafe TapeLevel(bits: levels[place])
            unsafe levels[place] =
                TapeLevel(open: 0, isObject: level.isObject, children: level.children).bits
        }
    }

    /// Goes back no further than to what was not handed on, when a value turns out to be none.
    private mutating func forgetMark() {
        mark.used = used
        mark.rowSamples = 0
        mark.childSamples = 0
        mark.farContainers = 0
    }

    private func width(of word: TapeWord) -> Int {
        word.kind.rawValue <= TapeWord.Kind.invalid.rawValue
            && word.length == TapeWord.longLength ? 2 : 1
    }

    private func length(of word: TapeWord, _ index: Int) -> Int {
        if word.isOpen || word.isClose { return 1 }
        guard word.length == TapeWord.longLength else { return Int(word.length) }
        return unsafe Int(words[index + 1])
    }

    /// Where the part that was understood ends.
    var understoodEnd: Int {
        guard failure != nil else { return count }
        return unsafe used == lastKeyEnd ? TapeWord(bits: words[lastKey]).offset : acceptedEnd
    }
}

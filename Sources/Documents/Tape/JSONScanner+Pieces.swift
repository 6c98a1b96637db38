#if canImport(Glibc)
import Glibc
#endif

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
        keepOpenBrackets()
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
        if let pieceLength, !isSequence { pieceLimit = max(pieceLength, used * 2) }
    }

    /// Moves the words of the brackets that are open to the front.
    private mutating func keepOpenBrackets() {
        var chain: [Int] = []
        var bracket = open
        while bracket >= 0 {
            chain.append(bracket)
            bracket = unsafe Int(words[bracket + 1] & TapeWord.indexMask) - 1
        }
        for (place, bracket) in chain.reversed().enumerated() {
            let parent = UInt64(place == 0 ? 0 : 2 * place - 1)
            let second = unsafe words[bracket + 1]
            unsafe words[2 * place] = words[bracket]
            unsafe words[2 * place + 1] = second & ~TapeWord.indexMask | parent
        }
        open = chain.isEmpty ? -1 : 2 * (chain.count - 1)
        used = 2 * chain.count
    }

    private func width(of word: TapeWord) -> Int {
        if word.isOpen { return 2 }
        return word.kind.rawValue <= TapeWord.Kind.invalid.rawValue
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

    /// Frees the words of a scan that makes no tape.
    consuming func release() {
        if isMapped {
            unsafe munmap(words, capacity * MemoryLayout<UInt64>.stride)
        } else {
            unsafe free(words)
        }
    }
}

// Reading the beginning of a text while the rest of it comes.

extension JSONScanner {
    /// The bytes at the end that are left for later, so that a token of one byte never is the last.
    private static let margin = 16

    /// The state before a token that may turn out to go on behind the text.
    private struct Checkpoint {
        var position: Int
        var used: Int
        var acceptedEnd: Int
        var children: Int
        var rows: Int
        var lastKey: Int
        var lastKeyEnd: Int
        var rowSamples: Int
        var childSamples: Int
    }

    /// Reads every token that is the same whatever follows the text.
    ///
    /// - Parameter isGivenUp: Asked now and then; when true, it is left where it is.
    /// - Returns: `false` when it stands before something that is wrong, or that ends behind the text: which
    ///   of the two, and where the fault is, more of the text tells.
    mutating func readSettled(isGivenUp: () -> Bool) -> Bool {
        pieceLimit = used + Self.reportedLength
        while true {
            expected = runPlain(expected)
            if used >= pieceLimit {
                if isGivenUp() { return true }
                pieceLimit = used + Self.reportedLength
            }
            skipBlank()
            guard position &+ Self.margin < count else { return true }
            let before = checkpoint
            guard let next = unsafe step(expected, base[position]), position < count else {
                restore(before)
                return false
            }
            expected = next
        }
    }

    private var checkpoint: Checkpoint {
        Checkpoint(
            position: position,
            used: used,
            acceptedEnd: acceptedEnd,
            children: children,
            rows: rows,
            lastKey: lastKey,
            lastKeyEnd: lastKeyEnd,
            rowSamples: rowSamples.count,
            childSamples: childSamples.count
        )
    }

    /// Forgets a key or scalar; brackets never are taken back.
    private mutating func restore(_ before: Checkpoint) {
        failure = nil
        position = before.position
        used = before.used
        acceptedEnd = before.acceptedEnd
        children = before.children
        rows = before.rows
        lastKey = before.lastKey
        lastKeyEnd = before.lastKeyEnd
        rowSamples.removeSubrange(before.rowSamples...)
        childSamples.removeSubrange(before.childSamples...)
    }
}

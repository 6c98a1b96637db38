extension ResponseDocument {
    /// Opens or closes what the row holds; does nothing on a row that cannot be folded.
    ///
    /// A closing bracket stands for its container, a piece of a long string for the string, any row of
    /// an event or a part for the whole of it.
    package mutating func toggleFold(atRow index: Int) {
        if mode == .pretty, structure != nil {
            if index >= 0, index < rowCount { structure?.toggleFold(atRow: index) }
            return
        }
        guard isStructured, let folds, let tape, index >= 0, index < folds.rowCount,
            let child = value(of: folds.row(index), in: tape), folds.isFoldable(child.value)
        else { return }
        self.folds?.toggle(child.value)
    }

    /// Closes everything below the top level.
    package mutating func foldAll() {
        folds?.closeAll()
        structure?.foldAll()
    }

    /// Opens everything.
    package mutating func unfoldAll() {
        folds?.openAll()
        structure?.unfoldAll()
    }

    /// Opens what hides byte `offset`.
    ///
    /// - Returns: The row that shows it.
    @discardableResult
    package mutating func reveal(offset: Int) -> Int {
        if mode == .pretty { structure?.reveal(offset: offset) }
        guard isStructured, let tape, let folds, folds.rowCount > 0,
            offset < rest?.range.lowerBound ?? .max
        else { return row(containing: offset) }
        let place = token(at: offset, in: tape)
        let isOnFirstPiece = place.piece == 0
        let hiding = tape.storage.lineage(of: place.token).map(\.value).filter { value in
            value < place.token || value == place.token && !isOnFirstPiece
        }
        self.folds?.open(hiding)
        return row(containing: offset)
    }
}

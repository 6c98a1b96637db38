/// One place of the screen: what it shows and what that means.
package struct Cell: Hashable, Sendable {
    /// The grapheme cluster shown; a space in the second cell of a wide one.
    package var character: Character
    /// What it means.
    package var role: StyleRole
    /// How many cells the character takes, 1 or 2; 0 in the second cell of a wide one.
    package var width: UInt8
    /// Whether the cell stands on the raised background, such as that of the cursor line.
    package var isRaised: Bool

    /// Creates a cell.
    package init(
        character: Character = " ",
        role: StyleRole = .plain,
        width: UInt8 = 1,
        isRaised: Bool = false
    ) {
        self.character = character
        self.role = role
        self.width = width
        self.isRaised = isRaised
    }

    /// An empty place.
    package static let blank = Cell()
}

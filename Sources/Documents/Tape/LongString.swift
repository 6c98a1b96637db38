/// How a string too long for one row is cut into pieces.
///
/// A piece is 2,048 bytes of the text as written, its bounds moved back to the start of a character.
enum LongString {
    /// The bytes of a piece.
    static let pieceLength = 2048

    /// The number of rows a string of `length` bytes takes.
    @inline(__always)
    static func pieces(_ length: Int) -> Int {
        length <= pieceLength ? 1 : (length &+ pieceLength &- 1) / pieceLength
    }
}

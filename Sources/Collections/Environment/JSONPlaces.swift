package import HTTPModel

/// Where the members of a JSON5 text stand, so that what is wrong in one can be told with its place.
package struct JSONPlaces: Sendable {
    private let octets: Octets
    private let bytes: [UInt8]

    /// Takes a text, which need not be well formed.
    package init(_ octets: Octets) {
        self.octets = octets
        bytes = octets.array
    }

    /// The place of a member's name, each name of `path` looked up inside the one before.
    ///
    /// - Returns: The place of the last name that is there; of several members with one name, the
    ///   last, as reading takes it. The start of the text when there is none.
    package func location(of path: [String]) -> TextLocation {
        var node = JSONMemberReader.root(of: bytes)
        var offset = node?.range.lowerBound ?? 0
        for name in path {
            guard let member = node?.members?.last(where: { $0.name == name }) else { break }
            offset = member.nameRange.lowerBound
            node = member.value
        }
        return TextLocation(offset: offset, in: bytes)
    }
}

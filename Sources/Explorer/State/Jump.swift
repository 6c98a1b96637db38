package import Screen

/// Labels on what is visible; typing one goes there.
package struct Jump: Equatable, Sendable {
    /// Where a label leads.
    package enum Destination: Equatable, Sendable {
        /// A row of the tree.
        case treeRow(Int)
        /// The line with method and URL.
        case target
        /// A tab of the request pane.
        case requestTab(RequestTab)
        /// A row of the request pane.
        case requestRow(Int)
        /// A tab of the response pane.
        case responseTab(ResponseTab)
        /// A row of the response pane.
        case responseRow(Int)
    }

    /// A place with its label.
    package struct Target: Equatable, Sendable {
        /// The letters to type.
        package var label: String
        /// The cell of the first letter.
        package var position: Position
        /// Where it leads.
        package var destination: Destination
    }

    /// The places, those of the focused pane first.
    package var targets: [Target]
    /// The letters typed so far.
    package var typed = ""

    /// The letters of labels, those under resting fingers first.
    private static let letters = Array("asdfjklghqwertyuiopzxcvbnm")

    /// Creates labels for places: one letter each when there are enough letters, else two.
    init(_ places: [(position: Position, destination: Destination)]) {
        let letters = Self.letters
        let isShort = places.count <= letters.count
        targets = places.prefix(letters.count * letters.count).enumerated().map { index, place in
            let label =
                isShort
                ? String(letters[index])
                : String([letters[index / letters.count], letters[index % letters.count]])
            return Target(
                label: label,
                position: place.position,
                destination: place.destination
            )
        }
    }

    /// The places whose label goes on from what was typed.
    package var candidates: [Target] { targets.filter { $0.label.hasPrefix(typed) } }
}

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

    /// Creates labels for places.
    ///
    /// One letter for the first of them, two for those that are left when letters run out. No label is
    /// the beginning of another.
    init(_ places: [(position: Position, destination: Destination)]) {
        let letters = Self.letters
        // Each letter that begins pairs gives as many labels as there are letters, and loses one.
        let missing = max(0, places.count - letters.count)
        let beginnings = min(letters.count, (missing + letters.count - 2) / (letters.count - 1))
        let singles = letters.dropLast(beginnings).map { String($0) }
        let pairs = letters.suffix(beginnings).flatMap { first in
            letters.map { String([first, $0]) }
        }
        targets = zip(singles + pairs, places).map { label, place in
            Target(label: label, position: place.position, destination: place.destination)
        }
    }

    /// The places whose label goes on from what was typed.
    package var candidates: [Target] { targets.filter { $0.label.hasPrefix(typed) } }
}

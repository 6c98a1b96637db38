import Documents
import HTTPModel
import Screen

/// Two texts compared line by line, as lines to read: what only the first has with `-`, what only the
/// second has with `+`, and a few equal lines around.
enum LineDifference {
    /// The lines to read; one that says so when the texts are equal.
    static func lines(from old: Octets, to new: Octets) -> [StyledLine] {
        let difference = LineDiff(old, new)
        guard !difference.isEmpty else { return [StyledLine("The texts are equal.", .dim)] }
        return difference.rows.map { row in
            switch row {
            case .same(let range): StyledLine("  " + new.slice(range).text)
            case .removed(let range): StyledLine("- " + old.slice(range).text, .failure)
            case .added(let range): StyledLine("+ " + new.slice(range).text, .success)
            case .skipped(let count):
                StyledLine("  … \(count) equal line\(count == 1 ? "" : "s")", .dim)
            }
        }
    }
}

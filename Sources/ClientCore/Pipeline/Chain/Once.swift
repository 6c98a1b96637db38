import Synchronization

/// Something that happens once, whoever comes first.
final class Once: Sendable {
    private let isTaken = Atomic(false)

    /// Whether the caller is the first.
    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}

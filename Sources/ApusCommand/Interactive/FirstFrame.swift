import Glibc
import Synchronization

/// The moment when something is on the screen, which work that takes all cores waits for.
package final class FirstFrame: @unchecked Sendable {
    // `@unchecked Sendable`: the semaphore is made for several threads and never moves.

    /// How long the terminal has for the frame before the work begins, in microseconds.
    private static let turn: UInt32 = 3000

    private let shown: Atomic<Bool>
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    /// Creates a moment that is still to come, or one that is past.
    package init(isShown: Bool = false) {
        shown = Atomic(isShown)
        sem_init(semaphore, 0, isShown ? 1 : 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Whether the frame is on the screen.
    package var isShown: Bool { shown.load(ordering: .acquiring) }

    /// Notes that the frame is on the screen.
    package func show() {
        guard !shown.exchange(true, ordering: .acquiringAndReleasing) else { return }
        sem_post(semaphore)
    }

    /// Blocks until the frame is on the screen, and a moment longer.
    ///
    /// - Parameter hurry: Called first when it is not: whoever is to show it need not wait any more.
    package func wait(_ hurry: () -> Void) {
        guard !isShown else { return }
        hurry()
        while sem_wait(semaphore) != 0 {}
        sem_post(semaphore)
        usleep(Self.turn)
    }
}

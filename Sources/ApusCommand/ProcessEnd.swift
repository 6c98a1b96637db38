import CSupport
import Glibc
import Synchronization

/// What is still there when the program ends.
///
/// Letting go of a thousand results one by one takes longer than leaving them to the end of the
/// process, so a command hands over what is large and needed no more.
package enum ProcessEnd {
    private static let kept = Mutex<[any Sendable]>([])

    /// Keeps `values` as long as the process lives.
    static func keep(_ values: any Sendable...) {
        kept.withLock { $0 += values }
    }

    /// Ends the process at once, with the terminal as it was.
    ///
    /// What libraries would tidy up at the end goes with the process anyway, and other threads may be
    /// using it.
    package static func leave(with code: Int32) -> Never {
        cs_terminal_restore()
        fflush(nil)
        _exit(code)
    }
}

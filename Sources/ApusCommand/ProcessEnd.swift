import Synchronization

/// What is still there when the program ends.
///
/// Letting go of a thousand results one by one takes longer than leaving them to the end of the
/// process, so a command hands over what is large and needed no more.
enum ProcessEnd {
    private static let kept = Mutex<[any Sendable]>([])

    /// Keeps `values` as long as the process lives.
    static func keep(_ values: any Sendable...) {
        kept.withLock { $0 += values }
    }
}

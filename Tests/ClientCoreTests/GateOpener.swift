import ClientCore
import HTTPModel
import Synchronization
import TestSupport

/// An observer that opens a gate once progress is far enough, and keeps all it was told.
final class GateOpener: HopObserver {
    private let gate: TestGate
    private let isFarEnough: @Sendable (HopProgress) -> Bool
    private let record = Mutex<[HopProgress]>([])

    init(_ gate: TestGate, when isFarEnough: @escaping @Sendable (HopProgress) -> Bool) {
        self.gate = gate
        self.isFarEnough = isFarEnough
    }

    /// Everything told, in order.
    var reports: [HopProgress] { record.withLock { $0 } }

    func hop(_ progress: HopProgress) {
        record.withLock { $0.append(progress) }
        if isFarEnough(progress) { gate.open() }
    }
}

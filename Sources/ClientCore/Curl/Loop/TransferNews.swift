/// The transfers of one loop that have to be looked at.
///
/// Used by the transfer thread alone.
final class TransferNews {
    private var transfers: [Transfer] = []
    /// Memory for the next ones.
    private var others: [Transfer] = []

    /// Notes that something happened to `transfer`; once until it is looked at.
    func add(_ transfer: Transfer) { transfers.append(transfer) }

    /// Forgets all of them: each holds this list, and would be held by it for good.
    func removeAll() { transfers.removeAll() }

    /// Takes all of them, and gives those that still run to `body`, which may add others.
    func drain(_ body: (Transfer) -> Void) {
        guard !transfers.isEmpty else { return }
        swap(&transfers, &others)
        for transfer in others {
            transfer.isNews = false
            if transfer.place != nil { body(transfer) }
        }
        others.removeAll(keepingCapacity: true)
    }
}

@available(*, unavailable)
extension TransferNews: Sendable {}

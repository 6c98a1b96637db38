import ClientCore
import HTTPModel
import Synchronization

/// What whole responses become inside a program.
///
/// That depends on the status alone, so what was found out for one response is kept for the next of
/// the same status, as most of a run have. Safe to share.
final class StatusMappings: Sendable {
    /// What one status becomes.
    struct Known: Sendable {
        var status: HTTPStatus
        var mapping: Boxed<Mapping>
        /// Whether the program gets a value.
        var isSuccess: Bool
    }

    private let table: ErrorMapping
    private let latest = Mutex<Known?>(nil)

    /// Creates mappings by a table.
    init(_ table: ErrorMapping) {
        self.table = table
    }

    /// What a whole response of this status becomes.
    func mapping(of status: HTTPStatus) -> Known {
        latest.withLock { latest in
            if let latest, latest.status == status { return latest }
            let mapping = table.map(.status(status))
            let isSuccess = mapping.isSuccess
            let known = Known(
                status: status,
                mapping: Boxed(holding: mapping),
                isSuccess: isSuccess
            )
            latest = known
            return known
        }
    }
}

package import Collections
package import Fixtures
package import HTTPModel

/// The exchanges of a run as an HTTP archive: every hop, failed ones too, secrets replaced.
package enum HARReport {
    /// The archive of a report.
    ///
    /// Results do not keep their start, so exchanges are placed one after the other, the last one
    /// ending at `end`.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - end: When the run ended, in seconds since 1970.
    /// - Returns: The archive; exchanges of requests that were never sent are not in it.
    package static func archive(
        of report: RunReport,
        end: Double
    ) -> HARArchive {
        let results = report.results.flatMap { $0.upstream + [$0] }.filter { $0.exchange != nil }
        let elapsed = results.map { $0.exchange?.elapsed ?? .zero }
        var start = end - elapsed.reduce(.zero, +) / .seconds(1)
        var entries: [HAREntry] = []
        for (result, elapsed) in zip(results, elapsed) {
            guard let exchange = result.shownExchange else { continue }
            let made = HAREntry.entries(
                of: exchange,
                startedAt: start,
                token: result.shownToken,
                secrets: result.allSecrets.filter { $0.utf8.count >= 3 },
                policy: RedactionPolicy.standard.adding(report.redaction)
            )
            entries += made.map { entry in
                var entry = entry
                entry.comment =
                    entry.comment.isEmpty
                    ? result.requestID : "\(result.requestID), \(entry.comment)"
                return entry
            }
            start += elapsed / .seconds(1)
        }
        return HARArchive(entries: entries)
    }
}

extension RedactionPolicy {
    /// The policy with what a collection wants hidden.
    package func adding(_ setting: RedactionSetting) -> RedactionPolicy {
        adding(
            fieldNames: setting.fieldNames,
            queryNames: setting.queryNames,
            jsonKeys: setting.jsonKeys
        )
    }
}

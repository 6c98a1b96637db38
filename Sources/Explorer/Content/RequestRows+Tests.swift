import CollectionRun
import Collections
import Screen

extension ExplorerState {
    /// The rows of the Tests tab: conditions and captures with what came of them last, and one row each
    /// to add another.
    func testRows(_ saved: SavedRequest) -> [RequestRow] {
        let result = record?.result
        var rows: [RequestRow] = []
        var judged = result?.assertions ?? []
        for (index, assertion) in saved.assertions.enumerated() {
            var row = RequestRow(.assertion(index), "assert", assertion.text)
            if let place = judged.firstIndex(where: { $0.text == assertion.text }) {
                row.outcome = outcome(of: judged.remove(at: place))
            }
            rows.append(row)
        }
        rows.append(adding(.assertion(nil), "assert", "status == 200"))
        for (index, capture) in saved.captures.enumerated() {
            var row = RequestRow(.capture(index), "capture", capture.text)
            if let value = result?.captures[capture.name] {
                let isSecret = capture.isSecret || result?.secrets.contains(value) == true
                row.outcome = StyledSpan("→ \(isSecret ? "•••" : value)", .success)
            }
            rows.append(row)
        }
        rows.append(adding(.capture(nil), "capture", "NAME = jsonpath $.id"))
        for index in rows.indices {
            if case .capture = rows[index].kind {
                rows[index].help =
                    "NAME = SUBJECT: kept from the response, as {{NAME}} for later requests."
            } else {
                rows[index].help = "SUBJECT [not] OPERATOR VALUE: what must hold of the response."
            }
        }
        return rows
    }

    private func adding(_ kind: RequestRow.Kind, _ name: String, _ example: String) -> RequestRow {
        var row = RequestRow(kind, name, "+ such as \(example)")
        row.isDefault = true
        return row
    }

    private func outcome(of result: AssertionResult) -> StyledSpan {
        guard !result.isPassed else { return StyledSpan("✓", .success) }
        let secrets = (record?.result.secrets ?? []) + (record?.result.resolved?.secrets ?? [])
        var finding = result.finding
        for secret in secrets where !secret.isEmpty {
            finding = finding.split(separator: secret, omittingEmptySubsequences: false)
                .joined(separator: "•••")
        }
        return StyledSpan("✗ \(finding)", .failure)
    }
}

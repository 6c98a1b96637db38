import Foundation
import NetworkClient
import Testing

/// What the articles of the reference say, compared with the library.
@Suite struct ArticleTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .appending(path: "../../../Sources/NetworkClient/NetworkClient.docc")

    private func article(_ name: String) throws -> String {
        try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    }

    @Test func theArticleOnErrorsNamesEachFailureCodeOnce() throws {
        let rows = try article("HandlingErrors.md").split(separator: "\n")
            .drop { $0 != "### Failure codes" }
            .dropFirst()
            .prefix { !$0.hasPrefix("###") }
            .filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { row in
            row.split(separator: "|")[0].split(separator: ",").map { name in
                name.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
        }
        #expect(named.sorted() == NetworkFailure.Code.allCases.map(\.rawValue).sorted())
    }
}

import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

extension ExplorerState {
    /// How many rows the tab of the response pane has.
    package func responseRowCount(width: Int) -> Int {
        if response.tab == .body, bodyInView != nil { return bodyRowCount }
        if response.tab == .diff { return differenceLineCount(width: width) }
        return responseLines(width: width).count
    }

    /// The lines in `range` of a tab that shows no body; others are not made.
    package func responseLines(width: Int, in range: Range<Int>) -> [StyledLine] {
        if response.tab == .diff { return differenceLines(width: width, in: range) }
        let lines = responseLines(width: width)
        return Array(lines[range.clamped(to: 0..<lines.count)])
    }

    /// The lines of the tab of the response pane; for a body that has a document, none.
    ///
    /// `width` is how many columns there are, for drawings that use them all.
    package func responseLines(width: Int) -> [StyledLine] {
        guard let record else { return [] }
        switch response.tab {
        case .body:
            guard bodyInView == nil else { return [] }
            return record.document == nil ? record.bodyLines(width: width) : pictureLines
        case .headers: return record.fieldLines
        case .timing: return TimingLines.lines(of: record.result, width: width)
        case .errors:
            return MappingLines.lines(
                of: record,
                whatIf: response.whatIf,
                errorMapping,
                width: width
            )
        case .sent: return SentLines.lines(of: record.result)
        case .fixture: return record.fixtureLines(width: width)
        case .cookies: return CookieLines.lines(of: record.result, width: width)
        case .tls: return TLSLines.lines(of: record.result, at: record.receivedAt, width: width)
        case .diff:
            let count = min(differenceLineCount(width: width), searchedDifferences)
            return differenceLines(width: width, in: 0..<count)
        }
    }

    /// So many differences are searched and copied.
    private var searchedDifferences: Int { 10_000 }

    /// What the response pane says when there is nothing to show.
    package var emptyResponseText: String {
        guard openRequest != nil else { return "Select a request in the tree." }
        if currentSending != nil { return "Waiting for the response. Press x to cancel." }
        return "Press s to send."
    }
}

extension ResponseRecord {
    /// What stands in the Body tab when no byte of content came.
    fileprivate func bodyLines(width: Int) -> [StyledLine] {
        if file != nil { return [StyledLine("The file is empty.", .dim)] }
        if let problem = result.problem {
            return [
                StyledLine("The request was not sent.", .failure)
            ] + StyledLine.wrapped("\(problem)", width: width) + [
                StyledLine(),
                StyledLine("Correct it there, then press s to send again.", .dim),
            ]
        }
        if let failure = result.exchange?.failure {
            return [
                StyledLine(failure.code.rawValue, .failure)
            ] + StyledLine.wrapped(failure.message, width: width) + [
                StyledLine()
            ]
                + StyledLine.wrapped(
                    "4 shows what this becomes in a program, 3 how far it came.",
                    width: width,
                    .dim
                )
        }
        return result.exchange == nil
            ? [StyledLine("Nothing was sent.", .dim)]
            : [StyledLine("The response has no content.", .dim)]
    }

    /// The Headers tab: status line, fields and trailers in wire order, then captures.
    fileprivate var fieldLines: [StyledLine] {
        guard let exchange = result.exchange else { return [StyledLine("Nothing was sent.", .dim)] }
        guard let head = exchange.response?.head ?? exchange.failure?.partialHead else {
            return [StyledLine("No header section came.", .dim)]
        }
        let status = "\(head.status.rawValue) \(head.reasonPhrase)"
        var lines = [
            StyledLine([
                StyledSpan(head.version.rawValue + " ", .dim),
                StyledSpan(status, Self.role(of: head.status)),
            ])
        ]
        lines += head.fields.map(FieldLines.line)
        if let trailers = exchange.response?.trailers, !trailers.isEmpty {
            lines += [StyledLine(), StyledLine("Trailer section", .heading)]
            lines += trailers.map(FieldLines.line)
        }
        if !result.captures.isEmpty {
            lines += [StyledLine(), StyledLine("Captured", .heading)]
            lines += result.captures.keys.sorted().map { name in
                StyledLine([
                    StyledSpan("  " + name, .variable),
                    StyledSpan("  kept for this session", .dim),
                ])
            }
        }
        return lines
    }

    /// The Fixture tab: where it was saved, how it stands to what is there, or how to save it.
    fileprivate func fixtureLines(width: Int) -> [StyledLine] {
        guard result.exchange != nil else { return [StyledLine("Nothing was sent.", .dim)] }
        let title: String
        let hints: [String]
        switch snapshot?.standing {
        case .saved:
            title = "Saved as"
            hints = ["Press S to save it again."]
        case .same:
            title = "The fixture still tells the truth"
            hints = ["Press S to save this answer in its place."]
        case .different:
            title = "The fixture tells otherwise"
            hints = ["Press M to go through the differences, S to save this answer."]
        case .earlier:
            title = "An answer before was saved or compared"
            hints = ["Press M to compare this one with the fixture, S to save it."]
        case nil:
            title = ""
            hints = [
                "Press S to see what would be written and what is redacted.",
                "apus mock, tests and offline mode replay it.",
                "Press M to compare the answer with a fixture that is there.",
            ]
        }
        let lines =
            snapshot.map { snapshot in
                [StyledLine(title, .heading)]
                    + snapshot.paths.map { StyledLine("  " + $0, .link) }
            } ?? [StyledLine("This answer was not saved as a fixture.")]
        return lines + [StyledLine()]
            + hints.flatMap { StyledLine.wrapped($0, width: width, .dim) }
    }
}

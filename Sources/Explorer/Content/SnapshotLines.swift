import Documents
import Fixtures
import HTTPModel
import Screen

/// The preview of a snapshot: what will be written where, and what is redacted.
package enum SnapshotLines {
    /// The lines of the preview.
    package static func lines(of preview: SnapshotPreview) -> [StyledLine] {
        var lines: [StyledLine] = []
        if let problem = preview.problem {
            lines += [StyledLine("Not saved: \(problem)", .failure), StyledLine()]
        }
        guard let fixture = preview.fixture else {
            if preview.problem == nil { lines.append(StyledLine("Preparing…", .dim)) }
            return lines + [StyledLine(), keys("Esc", "leave")]
        }
        lines.append(
            StyledLine([
                StyledSpan(fixture.method.rawValue, .method),
                StyledSpan(" \(fixture.authority)\(fixture.path)"),
            ])
        )
        lines.append(StyledLine(outcome(of: fixture), .dim))
        lines += [StyledLine(), StyledLine("Files", .heading)]
        lines += preview.paths.map { StyledLine("  " + $0, .link) }
        if preview.replacesFiles {
            lines.append(
                StyledLine("  These files are there already and will be replaced.", .warning)
            )
        }
        lines += [StyledLine(), StyledLine("Redacted", .heading)]
        if fixture.redactions.isEmpty {
            lines.append(StyledLine("  nothing: no known secret is in it", .dim))
        }
        for redaction in fixture.redactions {
            lines.append(
                StyledLine([
                    StyledSpan("  " + redaction.placeholder, .secret),
                    StyledSpan("  in " + redaction.places.joined(separator: ", ")),
                ])
            )
        }
        lines += differences(of: fixture)
        lines.append(StyledLine())
        if preview.isSaving { return lines + [StyledLine("Writing…", .dim)] }
        let variant = preview.variant.isEmpty ? "variant" : "variant: \(preview.variant)"
        return lines + [keys("Enter", "write", "v", variant, "Esc", "leave")]
    }

    /// The lines that are stored otherwise than they were received, as a difference of texts.
    private static func differences(of fixture: Fixture) -> [StyledLine] {
        let changed = fixture.redactedLines()
        guard !changed.isEmpty else { return [] }
        return [StyledLine(), StyledLine("Received, and as it is stored", .heading)]
            + changed.flatMap { line in
                [
                    StyledLine("- " + TextEscaping.visible(line.received), .failure),
                    StyledLine("+ " + TextEscaping.visible(line.stored), .success),
                ]
            }
    }

    private static func outcome(of fixture: Fixture) -> String {
        switch fixture.outcome {
        case .success(let response):
            "\(response.status) · \(Formatting.bytes(response.body.count))"
                + (response.head.mediaType.map { " · \($0.essence)" } ?? "")
        case .failure(let failure):
            "\(failure.code.rawValue) after \(Formatting.bytes(failure.bytesReceived))"
        }
    }

    private static func keys(_ texts: String...) -> StyledLine {
        var spans: [StyledSpan] = []
        for (index, text) in texts.enumerated() {
            let isKey = index.isMultiple(of: 2)
            spans.append(StyledSpan(text + (isKey ? " " : "   "), isKey ? .hintKey : .hint))
        }
        return StyledLine(spans)
    }
}

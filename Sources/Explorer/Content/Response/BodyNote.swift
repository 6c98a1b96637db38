import ClientCore
import CollectionRun
import Collections
package import Documents
import HTTPModel
import Screen

extension ExplorerState {
    /// The line above the body: what it reports, or what is wrong with it; `nil` for most.
    package var bodyNote: StyledLine? {
        guard response.tab == .body, arrivingBody == nil, let record, let document = record.document
        else { return nil }
        if let failure = record.result.exchange?.failure {
            let size = Formatting.bytes(document.body.count)
            return StyledLine("✗ \(failure.code.rawValue): only \(size) came", .failure)
        }
        if let headline = document.headline,
            headline.form != .message || !(record.result.mapping?.isSuccess ?? true)
        {
            return StyledLine("✗ \(headline)", .failure)
        }
        if document.undecodableCount > 0, document.mode != .hex {
            let count = document.undecodableCount
            let places = count == 1 ? "1 place is" : "\(count) places are"
            return StyledLine("\(places) not \(document.charset); C reads it as another", .warning)
        }
        if document.isTooLargeForIndex {
            return StyledLine("Too large to be read as JSON here: this is its text", .warning)
        }
        guard let picture = record.picture else { return nil }
        return StyledLine(picture.header.text, .heading)
    }

    /// The rows of the Body tab when it shows an image.
    var pictureLines: [StyledLine] {
        guard let picture = record?.picture else { return [] }
        if let problem = picture.problem {
            return [
                StyledLine(problem, .dim), StyledLine(),
                StyledLine("H shows the bytes, D saves them, v opens them.", .dim),
            ]
        }
        if picture.rows.isEmpty { return [StyledLine("Drawing…", .dim)] }
        return picture.rows.map { StyledLine($0) }
    }
}

extension ResponseDocument {
    /// Whether it is JSON for whose index there is no room: all of it is shown as text.
    package var isTooLargeForIndex: Bool {
        !isHead && tape == nil && (kind == .json || kind == .jsonLines)
    }
}

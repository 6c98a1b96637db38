@testable import Collections
import HTTPModel

/// Reads and edits request files.
enum HTTPFileFuzzing {
    /// Any bytes make a file, and the file has all of them.
    static func read(_ bytes: [UInt8]) {
        let file = HTTPFile(Octets(bytes), path: "a.http")
        hold(file.bytes.array == bytes, "a file keeps its bytes")
        var end = 0
        for node in file.nodes {
            hold(node.range.lowerBound == end, "nodes have neither gaps nor overlaps")
            end = node.range.upperBound
        }
        hold(end == bytes.count, "nodes cover the file")
        for request in file.requests {
            for edit in sameEdits(of: request) {
                guard let edited = try? file.applying(edit, to: request.index) else { continue }
                hold(edited.bytes == file.bytes, "setting what is there changes nothing: \(edit)")
            }
        }
    }

    /// An edit changes its request and nothing else.
    static func edit(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let kind = pieces.byte()
        let place = pieces.byte()
        let text = pieces.text()
        let other = pieces.text()
        let file = HTTPFile(Octets(pieces.bytes), path: "a.http")
        guard !file.requests.isEmpty else { return }
        let request = file.requests[Int(place) % file.requests.count]
        let edit = edit(Int(kind), of: request, Int(place), text, other)
        if let edited = try? file.applying(edit, to: request.index) {
            check(edit, file, edited, request)
        }
        let to = Int(kind) % file.requests.count
        if let moved = try? file.moving(request.index, to: to) {
            hold(moved.requests.count == file.requests.count, "a move keeps the requests")
        }
        if let copy = try? file.duplicating(request.index, as: text) {
            hold(copy.file.requests.count == file.requests.count + 1, "a copy is one more")
        }
        if let rest = try? file.removing(request.index) {
            hold(rest.requests.count == file.requests.count - 1, "a removal is one less")
        }
        if let added = try? file.addingRequest(named: text, url: other, after: request.index) {
            hold(added.file.requests[added.index].url == other, "a new request has its URL")
        }
    }

    private static func sameEdits(of request: SavedRequest) -> [RequestEdit] {
        var edits: [RequestEdit] = [
            .setMethod(request.method), .setURL(request.url), .setBody(request.body),
        ]
        for (index, field) in request.fields.enumerated().prefix(3) {
            edits.append(
                .setField(
                    index: index,
                    name: field.name,
                    value: field.value,
                    isEnabled: field.isEnabled
                )
            )
        }
        return edits
    }

    private static func check(
        _ edit: RequestEdit,
        _ file: HTTPFile,
        _ edited: HTTPFile,
        _ request: SavedRequest
    ) {
        hold(edited.requests.count == file.requests.count, "no request comes or goes: \(edit)")
        let again = HTTPFile(edited.bytes, path: file.path)
        for (old, new) in zip(file.requests, again.requests) where old.index != request.index {
            hold(
                file.text(of: old.index) == again.text(of: new.index),
                "the other requests keep their text: \(edit)"
            )
        }
        let new = again.requests[request.index]
        switch edit {
        case .setMethod(let method): hold(new.method == method, "the method is as set")
        case .setURL(let url): hold(new.url == url, "the URL is as set")
        case .addField(_, let value): hold(new.fields.last?.value == value, "the field is there")
        case .removeField: hold(new.fields.count == request.fields.count - 1, "one field less")
        default: break
        }
    }

    private static func edit(
        _ kind: Int,
        of request: SavedRequest,
        _ place: Int,
        _ text: String,
        _ other: String
    ) -> RequestEdit {
        let field = request.fields.isEmpty ? 0 : place % request.fields.count
        let item = request.queryItems.isEmpty ? 0 : place % request.queryItems.count
        switch kind % 22 {
        case 0: return .rename(text)
        case 1: return .setMethod(text)
        case 2: return .setURL(text)
        case 3: return .setQueryItem(index: item, name: text, value: other, isEnabled: kind > 99)
        case 4: return .addQueryItem(name: text, value: other)
        case 5: return .removeQueryItem(index: item)
        case 6: return .moveQueryItem(from: item, to: place / 16)
        case 7: return .setField(index: field, name: text, value: other, isEnabled: kind > 99)
        case 8: return .addField(name: text, value: other)
        case 9: return .removeField(index: field)
        case 10: return .moveField(from: field, to: place / 16)
        case 11: return .setBody(.text(text))
        case 12: return .setBody(.file(path: text, isTemplated: kind > 99))
        case 13: return .setToken(.bearer(text))
        case 14: return .setDirective(name: text, value: other)
        case 15: return .setAssertion(index: place / 16, text: text)
        case 16: return .addAssertion(text)
        case 17: return .removeAssertion(index: place / 16)
        case 18: return .setCapture(index: place / 16, text: text)
        case 19: return .addCapture(text)
        case 20: return .removeCapture(index: place / 16)
        default: return .replaceText(text)
        }
    }
}

@testable import ClientCore
import HTTPModel
@testable import MockServer

extension FuzzTarget {
    /// What peers send.
    static let wire = [
        FuzzTarget(name: "head", maxLength: 1024, run: head),
        FuzzTarget(name: "coding", maxLength: 2048, seeds: "responses/compressed", run: coding),
        FuzzTarget(name: "sse", maxLength: 1024, seeds: "responses/sse", run: events),
        FuzzTarget(name: "server-request", maxLength: 1024, run: request),
        FuzzTarget(name: "stored-response", maxLength: 1024, run: storedResponse),
    ]

    private static func head(_ bytes: [UInt8]) {
        var parser = ResponseHeadParser()
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            let line = Array(rest[..<end])
            rest = rest[end...]
            let event = line.withUnsafeBytes { parser.read($0) }
            hold((event == .malformed) == (parser.problem != nil), "a refusal has a reason")
            if event == .malformed { return }
            if event == .headEnd { hold(parser.head != nil, "a head that ended is there") }
        }
        for field in (parser.head?.fields ?? HTTPFields()) + Array(parser.trailers) {
            hold(!field.valueBytes.contains(0x0D), "no CR is left in a value")
            hold(!field.valueBytes.contains(0x0A), "no LF is left in a value")
            hold(!field.name.isEmpty, "a field has a name")
        }
    }

    private static let codings = ["gzip", "deflate", "br", "zstd", "gzip, br", "deflate, gzip"]

    private static func coding(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let name = codings[pieces.below(codings.count)]
        let size = 1 + pieces.below(40)
        let content = pieces.bytes
        let whole = decoded(cut(content, into: content.count), name)
        let piecewise = decoded(cut(content, into: size), name)
        hold(whole == piecewise, "pieces decode as the whole does")
    }

    /// What comes out, up to a limit; `nil` when it does not decode.
    private static func decoded(_ pieces: [ArraySlice<UInt8>], _ name: String) -> [UInt8]? {
        guard let decoder = try? ContentDecoder.forContent(with: ["Content-Encoding": name]) else {
            return nil
        }
        var output: [UInt8] = []
        do {
            for piece in pieces {
                let isGoingOn = try piece.withUnsafeBytes { bytes in
                    try decoder.decode(bytes) { part in
                        output += part
                        return output.count < 1 << 18
                    }
                }
                if !isGoingOn { return Array(output.prefix(1 << 18)) }
            }
            try decoder.finish()
        } catch {
            return nil
        }
        return Array(output.prefix(1 << 18))
    }

    private static func events(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let size = 1 + pieces.below(20)
        var whole = ServerSentEventParser()
        var piecewise = ServerSentEventParser()
        let expected = whole.push(Octets(pieces.bytes))
        let found = cut(pieces.bytes, into: size).flatMap { piecewise.push(Octets($0)) }
        hold(found == expected, "pieces hold the events of the whole")
        hold(whole.lastEventID == piecewise.lastEventID, "pieces hold the id of the whole")
        for ending in [LineSplitter.Ending.anyLineEnd, .lineFeed] {
            var (one, other) = (LineSplitter(ending), LineSplitter(ending))
            var lines = one.push(Octets(pieces.bytes))
            one.finish().map { lines.append($0) }
            var cutLines = cut(pieces.bytes, into: size).flatMap { other.push(Octets($0)) }
            other.finish().map { cutLines.append($0) }
            hold(lines == cutLines, "pieces hold the lines of the whole")
        }
    }

    private static func request(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let size = 1 + pieces.below(20)
        let whole = actions(cut(pieces.bytes, into: pieces.bytes.count))
        let piecewise = actions(cut(pieces.bytes, into: size))
        hold(whole == piecewise, "pieces hold the requests of the whole")
        for case .answer(let request) in whole {
            _ = request.fields
            _ = request.pathAndQuery
        }
    }

    private static func actions(_ pieces: [ArraySlice<UInt8>]) -> [ParserAction] {
        var parser = RequestParser(limits: .init(contentBytes: 256))
        var actions: [ParserAction] = []
        for piece in pieces {
            parser.receive(Array(piece))
            reading: while true {
                switch parser.next() {
                case .receive: break reading
                case .sendContinue: continue reading
                case .refuse(let fault): return actions + [.refuse(fault)]
                case let action: actions.append(action)
                }
            }
        }
        return actions
    }

    private static func storedResponse(_ bytes: [UInt8]) {
        guard let response = StoredResponse(file: Octets(bytes)) else { return }
        let again = StoredResponse(file: response.fileOctets)
        hold(again == response, "a stored response reads back")
    }
}

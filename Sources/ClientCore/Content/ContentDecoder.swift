import CCurl
import HTTPModel

/// Removes the content codings of a response while its content comes in.
///
/// Codings are undone from the last to the first (RFC 9110 §8.4). A stream that is not whole in the end
/// is a fault, which libcurl's own decoding does not see. One owner, one thread.
@safe
final class ContentDecoder {
    /// Why content does not decode, as a sentence fragment.
    struct Fault: Error, Equatable {
        /// What is wrong.
        var reason: String
    }

    /// One coding being undone.
    @safe
    private final class Stage {
        let name: String
        let raw: OpaquePointer
        let output: UnsafeMutableRawBufferPointer
        var hasInput = false
        var isAtEnd = false

        init?(name: String, coding: cc_coding) {
            guard let raw = unsafe cc_decoder_open(coding) else { return nil }
            self.name = name
            unsafe self.raw = raw
            unsafe output = .allocate(byteCount: 64 << 10, alignment: 16)
        }

        deinit {
            unsafe cc_decoder_close(raw)
            unsafe output.deallocate()
        }
    }

    /// In the order in which content passes them.
    private var stages: [Stage] = []

    /// The most codings undone, as in libcurl; more are an attack.
    private static let codingLimit = 5

    /// Prepares for the codings that `fields` announce.
    ///
    /// - Returns: `nil` when there are none.
    /// - Throws: `Fault` when one of them is unknown.
    static func forContent(with fields: HTTPFields) throws(Fault) -> ContentDecoder? {
        guard fields.contains(named: "Content-Encoding") else { return nil }
        let names = fields.values(named: "Content-Encoding").joined(separator: ",")
            .split(separator: ",").map { $0.trimmingBlanks.lowercased() }
            .filter { !["", "identity", "none"].contains($0) }
        guard !names.isEmpty else { return nil }
        guard names.count <= codingLimit else {
            throw Fault(reason: "more than \(codingLimit) content codings")
        }
        let decoder = ContentDecoder()
        for name in names.reversed() {
            let coding: cc_coding
            switch name {
            case "gzip", "x-gzip": coding = CC_CODING_GZIP
            case "deflate": coding = CC_CODING_DEFLATE
            case "br": coding = CC_CODING_BROTLI
            case "zstd": coding = CC_CODING_ZSTD
            default: throw Fault(reason: "the content coding \(name) is unknown")
            }
            guard let stage = Stage(name: name, coding: coding) else {
                throw Fault(reason: "the library for the content coding \(name) is missing")
            }
            decoder.stages.append(stage)
        }
        return decoder
    }

    /// Decodes a piece, and gives what comes out to `take`, which says whether it wants more.
    ///
    /// - Returns: `false` when `take` did not.
    /// - Throws: `Fault` when the content does not decode.
    func decode(
        _ piece: UnsafeRawBufferPointer,
        _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(Fault) -> Bool {
        try unsafe pass(piece, to: 0, take)
    }

    /// Says that the content has ended.
    ///
    /// Content without a single byte is taken for none, whatever its coding.
    ///
    /// - Throws: `Fault` when a coding has not.
    func finish() throws(Fault) {
        guard stages.first?.hasInput ?? false else { return }
        if let stage = stages.first(where: { !$0.isAtEnd }) {
            throw Fault(reason: "the content ends within its content coding \(stage.name)")
        }
    }

    private func pass(
        _ piece: UnsafeRawBufferPointer,
        to index: Int,
        _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(Fault) -> Bool {
        guard index < stages.count else { return unsafe take(piece) }
        guard let start = piece.baseAddress, unsafe !piece.isEmpty else { return true }
        let stage = stages[index]
        stage.hasInput = true
        var rest = unsafe piece
        // What does not fit into the output comes without further input.
        while let output = unsafe stage.output.baseAddress {
            var (taken, given) = (0, 0)
            let step = unsafe cc_decoder_step(
                stage.raw,
                rest.baseAddress ?? start,
                rest.count,
                &taken,
                output,
                stage.output.count,
                &given
            )
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
            if given > 0 {
                let decoded = unsafe UnsafeRawBufferPointer(start: output, count: given)
                guard try unsafe pass(decoded, to: index + 1, take) else { return false }
            }
            stage.isAtEnd = step == CC_STEP_END
            switch step {
            case CC_STEP_FULL: continue
            case CC_STEP_END where unsafe rest.isEmpty: return true
            case CC_STEP_MORE where unsafe rest.isEmpty: return true
            case CC_STEP_END:
                throw Fault(reason: "more follows the end of the content coding \(stage.name)")
            default:
                throw Fault(reason: "the content does not decode by its coding \(stage.name)")
            }
        }
        return true
    }
}

@available(*, unavailable)
extension ContentDecoder: Sendable {}

import CXML
import Documents
import HTTPModel

/// A document as libxml2 reads it, and the memory behind it.
@safe
struct XPathDocument: ~Copyable {
    /// A node or value that an expression gave.
    struct Match {
        enum Kind {
            case element
            case attribute
            case otherNode
            case string
            case number
            case boolean
        }

        var kind: Kind
        /// The number of the element in document order, or that of the one it belongs to; -1 for none.
        var element: Int
        /// The name with its prefix; empty where there is none.
        var name: String
        /// The string value.
        var text: String
        /// An element of HTML, written anew.
        var markup: String?
    }

    private let document: OpaquePointer
    /// The first error of the document.
    let problem: FilterError?

    /// Reads a text in UTF-8.
    ///
    /// - Throws: `FilterError` with code `.library`, or `.document` when nothing can be made of it.
    init(_ octets: Octets, isHTML: Bool) throws(FilterError) {
        try Self.load()
        var problem = cx_problem()
        let document = unsafe octets.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.flatMap { base in
                unsafe cx_parse(
                    base.assumingMemoryBound(to: CChar.self),
                    bytes.count,
                    isHTML ? 1 : 0,
                    &problem
                )
            }
        }
        let found =
            isHTML || problem.line == 0
            ? nil
            : FilterError(
                .document,
                "the document is not well-formed XML at \(problem.line):\(problem.column): "
                    + Self.message(problem)
            )
        guard let document = unsafe document else {
            throw found ?? FilterError(.document, "the document is empty")
        }
        unsafe self.document = document
        self.problem = found
    }

    deinit { unsafe cx_free(document) }

    /// Opens the library when that was not done.
    static func load() throws(FilterError) {
        guard cx_load() == 0 else { return }
        let reason = unsafe cx_load_error().map { unsafe String(cString: $0) }
        throw FilterError(.library, reason ?? "libxml2 cannot be used")
    }

    /// The first namespace that is a default in the document.
    var defaultNamespace: String? {
        unsafe cx_default_namespace(document).map { unsafe String(cString: $0) }
    }

    /// Gives what an expression selects to `body`, in document order, until it returns `false`.
    ///
    /// - Throws: `FilterError` with code `.expression`, `.evaluation` or `.cancelled`.
    func evaluate(
        _ expression: String,
        _ cancellation: FilterCancellation?,
        _ body: (Match) -> Bool
    ) throws(FilterError) {
        var problem = cx_problem()
        let stop = cancellation == nil ? nil : XPathStop()
        let document = unsafe document
        func work() -> Int32 {
            // The closure is used during this call only.
            withoutActuallyEscaping(body) { body in
                let taker = MatchTaker(body)
                return withExtendedLifetime(taker) {
                    unsafe cx_evaluate(
                        document,
                        expression,
                        stop?.stop,
                        takeMatch,
                        Unmanaged.passUnretained(taker).toOpaque(),
                        &problem
                    )
                }
            }
        }
        let isDone: Int32
        if let cancellation, let stop {
            isDone = cancellation.watch({ stop.set() }, during: work)
        } else {
            isDone = work()
        }
        if cancellation?.isCancelled == true { throw FilterError(.cancelled, "cancelled") }
        guard isDone == 0 else { return }
        throw Self.error(problem, in: expression)
    }

    /// Whether an expression is well-formed.
    ///
    /// - Throws: `FilterError` with code `.expression` and the place, or `.library`.
    static func check(_ expression: String) throws(FilterError) {
        try load()
        var problem = cx_problem()
        guard unsafe cx_is_expression(expression, &problem) == 0 else { return }
        throw error(problem, in: expression)
    }

    private static func message(_ problem: cx_problem) -> String {
        let text = unsafe withUnsafeBytes(of: problem.message) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return text.hasPrefix("Excessive depth") ? "nested deeper than 256 elements" : text
    }

    private static func error(_ problem: cx_problem, in expression: String) -> FilterError {
        let before = expression.utf8.prefix(Int(max(problem.column, 0)))
        let column = String(decoding: before, as: UTF8.self).count + 1
        let text = message(problem)
        return FilterError(
            .expression,
            at: TextLocation(line: 1, column: column),
            text.isEmpty ? "no XPath expression" : text.prefix(1).lowercased() + text.dropFirst()
        )
    }
}

extension XPathDocument.Match {
    init(_ match: cx_match) {
        switch unsafe match.kind {
        case CX_ELEMENT: kind = .element
        case CX_ATTRIBUTE: kind = .attribute
        case CX_STRING: kind = .string
        case CX_NUMBER: kind = .number
        case CX_BOOLEAN: kind = .boolean
        default: kind = .otherNode
        }
        element = unsafe match.element
        name = unsafe match.name.map { unsafe String(cString: $0) } ?? ""
        text = unsafe Self.string(match.text, match.text_count)
        markup = unsafe match.markup.map { unsafe Self.string($0, match.markup_count) }
    }

    private static func string(_ bytes: UnsafePointer<CChar>, _ count: Int) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}

/// What takes the matches of an evaluation.
private final class MatchTaker {
    let take: (XPathDocument.Match) -> Bool

    init(_ take: @escaping (XPathDocument.Match) -> Bool) {
        self.take = take
    }
}

/// Hands a match to the `MatchTaker` that is the context.
private func takeMatch(
    _ context: UnsafeMutableRawPointer?,
    _ match: UnsafePointer<cx_match>
) -> Int32 {
    guard let context = unsafe context else { return 0 }
    let taker = unsafe Unmanaged<MatchTaker>.fromOpaque(context).takeUnretainedValue()
    return unsafe taker.take(XPathDocument.Match(match.pointee)) ? 1 : 0
}

/// The switch that ends an evaluation.
///
/// `@unchecked Sendable` because the switch is atomic.
@safe
private final class XPathStop: @unchecked Sendable {
    let stop: OpaquePointer?

    init() { unsafe stop = cx_stop_new() }

    deinit { if let stop = unsafe stop { unsafe cx_stop_free(stop) } }

    func set() { if let stop = unsafe stop { unsafe cx_stop_now(stop) } }
}

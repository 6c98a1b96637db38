import HTTPModel

/// Why a text is not a JSONPath query.
package struct JSONPathError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The character at which the error stands, counted from 1.
    package var column: Int
    /// What is wrong, as a sentence fragment without a capital or full stop.
    package var detail: String

    /// Creates an error.
    package init(column: Int, detail: String) {
        self.column = column
        self.detail = detail
    }

    /// `column N: what is wrong`.
    package var description: String { "column \(column): \(detail)" }
}

/// A value found by a JSONPath query.
package struct JSONMatch: Sendable, Equatable {
    private let tape: JSONTape
    /// The tape index of the value; -1 for all values of a sequence.
    let index: Int

    init(tape: JSONTape, index: Int) {
        self.tape = tape
        self.index = index
    }

    /// The bytes of the value in the document.
    package var range: Range<Int> {
        index < 0 ? 0..<tape.octets.count : tape.storage.range(of: index)
    }

    /// What the value is.
    package var kind: JSONKind { index < 0 ? .array : tape.storage.jsonKind(index) }

    /// The normalized path of the value, such as `$['a'][0]`; found when asked for.
    package var path: String { index < 0 ? "$" : tape.path(of: index) }

    /// The value as written.
    package var text: String { tape.octets.slice(range).text }

    /// The decoded text of a string, the text as written of anything else.
    package var stringValue: String {
        index >= 0 && kind == .string ? tape.decodedText(index) : text
    }

    /// The value on its own.
    ///
    /// - Throws: `JSONFault` when it is nested deeper than a `JSONValue` may be.
    package func value() throws(JSONFault) -> JSONValue {
        guard index >= 0 else {
            var elements: [JSONValue] = []
            for child in tape.children(of: index) {
                var reader = TapeReader(tape: tape, index: child.value)
                elements.append(try reader.value(depth: 1))
            }
            return .array(elements)
        }
        var reader = TapeReader(tape: tape, index: index)
        return try reader.value(depth: 0)
    }
}

/// A JSONPath query.
///
/// A name selects every member that has it, should an object repeat names. Numbers are compared by
/// their exact decimal value. On a sequence of values, `$` is the array of them.
///
/// - SeeAlso: RFC 9535.
package struct JSONPath: Sendable, Equatable {
    /// The query as given.
    package let text: String
    private let query: PathQuery

    /// Reads a query.
    ///
    /// - Throws: `JSONPathError` when `text` is not well-formed or not valid.
    package init(_ text: String) throws(JSONPathError) {
        self.text = text
        var parser = JSONPathParser(text)
        query = try parser.parse()
    }

    /// Whether it selects at most one value, whatever the document.
    ///
    /// - SeeAlso: RFC 9535 §2.3.5.1.
    package var isSingular: Bool { query.isSingular }

    /// The values the query selects, in the order RFC 9535 gives.
    ///
    /// Of a faulty document, what precedes the fault is searched.
    package func matches(in tape: JSONTape) -> [JSONMatch] {
        guard tape.rootCount > 0 else { return [] }
        let evaluation = JSONPathEvaluation(tape)
        return evaluation.nodes(query, current: evaluation.root).map {
            JSONMatch(tape: tape, index: $0)
        }
    }

    /// The first of the values the query selects, and how many it selects.
    ///
    /// - Parameters:
    ///   - tape: The document.
    ///   - limit: The most values that are given.
    ///   - isGivenUp: Asked now and then; once it is true, the result is of no use.
    /// - Returns: The first values, and how many there are.
    package func matches(
        in tape: JSONTape,
        limit: Int,
        isGivenUp: () -> Bool
    ) -> (first: [JSONMatch], count: Int) {
        guard tape.rootCount > 0 else { return ([], 0) }
        return withoutActuallyEscaping(isGivenUp) { isGivenUp in
            let evaluation = JSONPathEvaluation(tape, isGivenUp: isGivenUp)
            let nodes = evaluation.nodes(query, current: evaluation.root)
            let first = nodes.prefix(limit).map { JSONMatch(tape: tape, index: $0) }
            return (first, nodes.count)
        }
    }

    /// Equal when the texts are.
    package static func == (left: JSONPath, right: JSONPath) -> Bool { left.text == right.text }
}

// MARK: - Syntax

/// A path from the root or from the current value of a filter.
struct PathQuery: Sendable {
    var isRelative: Bool
    var segments: [PathSegment]

    /// Whether it selects at most one value.
    var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            switch segment.selectors[0] {
            case .name, .index: return true
            case .wildcard, .slice, .filter: return false
            }
        }
    }
}

/// A step of a path.
struct PathSegment: Sendable {
    /// Whether it starts from the value and everything in it, not from the value alone.
    var isDescendant: Bool
    var selectors: [PathSelector]
}

/// What a step selects of the children of a value.
enum PathSelector: Sendable {
    case name([UInt8])
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(PathCondition)
}

/// The condition of a filter.
indirect enum PathCondition: Sendable {
    case either([PathCondition])
    case all([PathCondition])
    case not(PathCondition)
    case compare(PathOperand, PathComparison, PathOperand)
    case exists(PathQuery)
    case holds(PathCall)
}

/// A comparison operator.
enum PathComparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}

/// One side of a comparison, or an argument that is a value.
indirect enum PathOperand: Sendable {
    case literal(PathValue)
    case query(PathQuery)
    case call(PathCall)
}

/// A function with its arguments.
struct PathCall: Sendable {
    enum Function: String, Sendable {
        case length
        case count
        case match
        case search
        case value

        /// Whether the result is true or false rather than a value.
        var isLogical: Bool { self == .match || self == .search }
        /// Whether the argument is a list of nodes rather than a value.
        var takesNodes: Bool { self == .count || self == .value }
        var argumentCount: Int { isLogical ? 2 : 1 }
    }

    var function: Function
    var arguments: [PathOperand]
    /// The pattern of `match` and `search`, when it is a literal that is well-formed.
    var pattern: RegularExpression?
}

/// A value that takes part in a comparison.
enum PathValue: Sendable {
    /// The absence of a value.
    case nothing
    case null
    case bool(Bool)
    case number(DecimalNumber)
    case string(String)
    /// An array or object, by its tape index.
    case container(Int)
}

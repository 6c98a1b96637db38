@testable import DocumentTools
@testable import Documents
import HTTPModel

extension FuzzTarget {
    /// The readers and languages that are not ours, and what is told of their results.
    static let tools = [
        FuzzTarget(name: "xpath-xml", maxLength: 1024, seeds: "responses/xml", run: xml),
        FuzzTarget(name: "xpath-html", maxLength: 1024, seeds: "responses/html", run: html),
        FuzzTarget(name: "xpath", maxLength: 128, run: xPath),
        FuzzTarget(name: "jq", maxLength: 512, seeds: "responses/JSONTestSuite", run: jq),
    ]

    private static let expressions = [
        "//*", "//@*", "//text()", "//comment()", "//_:*", "name(//*)",
    ]

    /// Whatever is well-formed gives elements as they are written.
    private static func xml(_ bytes: [UInt8]) {
        let octets = Octets(bytes)
        for expression in expressions {
            guard let query = try? XPathQuery(expression) else { continue }
            let content = query.values(in: octets)
            for value in content.values where value.kind == .element {
                let first = value.octets.first
                hold(first == UInt8(ascii: "<"), "an element begins with its tag")
                hold(value.octets.count <= bytes.count, "an element lies in its document")
            }
        }
    }

    private static func html(_ bytes: [UInt8]) {
        let octets = Octets(bytes)
        for expression in expressions {
            _ = try? XPathQuery(expression).values(in: octets, isHTML: true)
        }
    }

    private static let store = Octets(
        utf8: "<a x='1' xmlns:n='urn:n'><b>2</b><n:c y='z'>é<d/></n:c><!-- e --><?f g?></a>"
    )

    private static func xPath(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let query = try? XPathQuery(text) else { return }
        hold(query.values(in: store, limit: 3).values.count <= 3, "a limit holds")
    }

    private static let programs = [".", "..", ".[]?", "keys?", "[.[]?]", "length?"]

    private static func jq(_ bytes: [UInt8]) {
        let tape = JSONTape(Octets(bytes))
        for program in programs {
            guard let filter = try? JQFilter(program) else { continue }
            let content = filter.values(in: tape, limit: 20)
            for value in content.values {
                hold(JSONTape(value.octets).fault == nil, "what jq gives is JSON: \(program)")
            }
        }
    }
}

@testable import ClientCore
@testable import Documents
import HTTPModel

extension FuzzTarget {
    /// The readers of JSON, beside one that is too simple to be wrong.
    static let json = [
        FuzzTarget(name: "json", maxLength: 1024, seeds: "responses/JSONTestSuite", run: tape),
        FuzzTarget(name: "json5", maxLength: 1024, seeds: "responses/JSONTestSuite", run: json5),
        FuzzTarget(name: "jsonpath", maxLength: 256, run: path),
        FuzzTarget(name: "json-object", maxLength: 512, run: objectScan),
    ]

    private static func tape(_ bytes: [UInt8]) {
        let octets = Octets(bytes)
        let tape = JSONTape(octets)
        let isValid = tape.fault == nil
        if let verdict = PlainJSONReader.isValid(bytes) {
            hold(verdict == isValid, "the verdict on a text is \(verdict)")
        }
        if let fault = tape.fault {
            hold(fault.offset <= bytes.count, "a fault lies in the text")
        }
        let sequence = JSONTape(octets, isSequence: true)
        hold(!isValid || sequence.fault == nil, "a value is a sequence of one")
        let document = ResponseDocument(body: octets, mediaType: MediaType("application/json"))
        guard isValid, document.tape != nil else { return }
        var pretty: [UInt8] = []
        renderPlainText(document) { pretty += $0 }
        hold(JSONTape(Octets(pretty)).fault == nil, "pretty text is JSON")
        hold(
            PlainJSONReader.tokens(pretty) == PlainJSONReader.tokens(bytes),
            "pretty text has the same tokens"
        )
        if let value = try? JSONValue(parsing: octets) {
            for isPretty in [true, false] {
                let text = value.encoded(pretty: isPretty)
                let again = try? JSONValue(parsing: Octets(utf8: text))
                hold(again == value, "a value that is written reads back")
            }
        }
    }

    private static func json5(_ bytes: [UInt8]) {
        let octets = Octets(bytes)
        guard let value = try? JSONValue(parsing: octets, dialect: .json5) else {
            hold((try? JSONValue(parsing: octets)) == nil, "JSON is JSON5")
            return
        }
        if let strict = try? JSONValue(parsing: octets) {
            hold(strict == value, "JSON says the same as JSON5")
        }
        let text = value.encoded(pretty: true)
        // Numbers may be spelled anew, but not twice.
        let again = try? JSONValue(parsing: Octets(utf8: text), dialect: .json5)
        hold(again?.encoded(pretty: true) == text, "a value that is written reads back")
    }

    private static let store = JSONTape(
        Octets(
            utf8: #"{"a": [1, -2.5e3, "x", null, {"b": true, "a": [[]]}], "b": {"é": "\u00e9'"}}"#
        )
    )

    private static func path(_ bytes: [UInt8]) {
        guard let path = try? JSONPath(String(decoding: bytes, as: UTF8.self)) else { return }
        let matches = path.matches(in: store)
        hold(!path.isSingular || matches.count <= 1, "a singular query selects one node at most")
        for match in matches.prefix(20) {
            let again = try? JSONPath(match.path).matches(in: store)
            hold(
                again?.map(\.range) == [match.range],
                "the path of a match finds it: \(match.path)"
            )
        }
    }

    private static func objectScan(_ bytes: [UInt8]) {
        let octets = Octets(bytes)
        guard let scan = JSONObjectScan(octets) else { return }
        hold(JSONTape(octets).fault == nil, "an object that is scanned is JSON")
        let changed = scan.setting("a\"b", to: "x\u{1}y")
        hold(JSONTape(changed).fault == nil, "an object with a member set is JSON")
        hold(JSONObjectScan(changed)?.string("a\"b") == "x\u{1}y", "the member is as set")
    }
}

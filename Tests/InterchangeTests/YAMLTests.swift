import Documents
import HTTPModel
import Testing

@testable import Interchange

@Suite("YAML")
struct YAMLTests {
    private func value(_ text: String) throws -> JSONValue {
        try JSONValue(parsingYAML: Octets(utf8: text))
    }

    @Test func plainScalarsHaveTheTypeOfTheCoreSchema() throws {
        let read = try value(
            """
            a: 1
            b: 1.50
            c: "1"
            d: yes
            e: true
            f: ~
            g: 2024-01-02
            h: 007
            i: 0x1F
            j: 1e3
            """
        )
        #expect(
            read.encoded(pretty: false)
                == #"{"a":1,"b":1.50,"c":"1","d":"yes","e":true,"f":null,"g":"2024-01-02","h":"007","i":31,"j":1e3}"#
        )
    }

    @Test func anchorsAndMergesAreFilledIn() throws {
        let read = try value(
            """
            base: &base {a: 1, b: 2}
            more:
              <<: *base
              b: 3
            list: [*base]
            """
        )
        #expect(
            read.encoded(pretty: false)
                == #"{"base":{"a":1,"b":2},"more":{"b":3,"a":1},"list":[{"a":1,"b":2}]}"#
        )
    }

    @Test func keysInKeysDoNotGrowWithoutEnd() throws {
        #expect(try value("? [a, 1]\n: b").encoded(pretty: false) == #"{"[\"a\",1]":"b"}"#)
        let nested = String(repeating: "? ", count: 60) + "x"
        let fault = #expect(throws: YAMLFault.self) { try value(nested) }
        #expect(fault?.detail == "a list or a mapping is too large to be a key")
    }

    @Test func aFaultNamesItsPlace() throws {
        let fault = #expect(throws: YAMLFault.self) { try value("a: 1\nb: [1, 2\nc: 3\n") }
        #expect(fault?.location.line == 3)
    }

    @Test func aBombOfAliasesIsRefused() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for i in 1...9 {
            let inner = Array(repeating: "*a\(i - 1)", count: 10).joined(separator: ", ")
            text += "a\(i): &a\(i) [\(inner)]\n"
        }
        let fault = #expect(throws: YAMLFault.self) { try value(text) }
        #expect(fault?.detail.contains("million") == true)
    }

    @Test func anUnknownAliasIsAFault() throws {
        #expect(throws: YAMLFault.self) { try value("a: *nothing") }
    }

    @Test func deepNestingIsRefused() throws {
        let text = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        #expect(throws: YAMLFault.self) { try value(text) }
    }
}

import Collections
import HTTPModel
import Testing

/// `@name = value` lines are edited in place.
@Suite struct VariableValueTests {
    private func file(_ text: String) -> HTTPFile { HTTPFile(Octets(utf8: text), path: "a.http") }

    @Test(arguments: [
        ("@a = 1\nGET http://h\n", "2", "@a = 2\nGET http://h\n"),
        (
            "\u{FEFF}@a=1\r\n@b = x\r\nGET http://h", "two words",
            "\u{FEFF}@a=two words\r\n@b = x\r\nGET http://h"
        ),
        (
            "\t@a :=  1  \n\n### x\nGET http://h\n", "{{b}}",
            "\t@a :=  {{b}}  \n\n### x\nGET http://h\n"
        ),
        ("@a = 1", "", "@a = "), ("@a =\nGET http://h\n", "1", "@a = 1\nGET http://h\n"),
        ("@a=\nGET http://h\n", "1", "@a=1\nGET http://h\n"),
    ])
    func onlyTheValueChanges(text: String, value: String, wanted: String) throws {
        let edited = try file(text).settingVariable(at: 0, to: value)
        #expect(edited.bytes.text == wanted)
        #expect(edited.variables.first?.value == value)
    }

    @Test(arguments: ["a\nb", " a", "a\r"])
    func whatALineCannotHoldIsRefused(value: String) {
        let file = file("@a = 1\nGET http://h\n")
        #expect(throws: CollectionError.self) { try file.settingVariable(at: 0, to: value) }
        #expect(throws: CollectionError.self) { try file.settingVariable(at: 1, to: "x") }
    }

    @Test func aValueThatIsThereChangesNothing() throws {
        let file = file("@a = 1\nGET http://h\n")
        #expect(try file.settingVariable(at: 0, to: "1").bytes == file.bytes)
    }
}

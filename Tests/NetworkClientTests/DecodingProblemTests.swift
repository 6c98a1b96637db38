import Foundation
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// What a program learns about JSON that does not decode.
@Suite struct DecodingProblemTests {
    private struct Order: Decodable {
        struct Line: Decodable {
            let id: Int
            let name: String
            let shippedAt: Date?
        }
        let items: [Line]
        let note: String?
    }

    private func fault(_ text: String, _ decoder: JSONDecoder = JSONDecoder()) -> DecodingProblem? {
        let data = Data(text.utf8)
        do {
            _ = try decoder.decode(Order.self, from: data)
            return nil
        } catch {
            return DecodingProblem.describe(error, in: data)
        }
    }

    // Rows: 0-43, 0-44
    @Test func aWrongKindIsFoundAtItsPlace() throws {
        let text = """
            {"items": [
              {"id": 1, "name": "a"},
              {"id": "secret", "name": "b"}
            ]}
            """
        let problem = try #require(fault(text))
        #expect(problem.kind == .typeMismatch)
        #expect(problem.path == "items[1].id")
        #expect(problem.line == 3)
        #expect(problem.column == 10)
        #expect(problem.byteOffset == 47)
        #expect(problem.description == "3:10: items[1].id: expected Int, found a string")
        #expect(!problem.description.contains("secret"))
        #expect(
            problem.seedMessage
                == "The data couldn’t be read because it isn’t in the correct format."
        )
    }

    @Test func aMissingMemberIsFoundInItsObject() throws {
        let problem = try #require(fault(#"{"items": [{"id": 1}]}"#))
        #expect(problem.kind == .missingMember("name"))
        #expect(problem.description == #"1:12: items[0]: member "name" is missing"#)
        #expect(problem.seedMessage == "The data couldn’t be read because it is missing.")
    }

    @Test func aNullIsAMissingValue() throws {
        let problem = try #require(fault(#"{"items": [{"id": 1, "name": null}]}"#))
        #expect(problem.kind == .missingValue)
        #expect(problem.description == "1:30: items[0].name: expected String, found null")
    }

    @Test(arguments: [
        ("", 0, "1:1"), (#"{"items": [1,]}"#, 13, "1:14"), ("{\n\"items\" 1}", 10, "2:9"),
    ])
    func malformedTextIsFoundAtItsByte(_ text: String, _ offset: Int, _ place: String) throws {
        let problem = try #require(fault(text))
        #expect(problem.kind == .malformed)
        #expect(problem.byteOffset == offset)
        #expect(problem.description.hasPrefix(place + ": "))
    }

    @Test(arguments: ["1.5", "100000000000000000000"])
    func aNumberThatDoesNotFitIsFoundThoughTheDecoderGivesNoPath(_ number: String) throws {
        let problem = try #require(fault(#"{"items": [{"id": \#(number), "name": "a"}]}"#))
        #expect(problem.kind == .unreadableValue)
        #expect(problem.path == "items[0].id")
        #expect(problem.column == 19)
        #expect(!problem.description.contains(number))
    }

    @Test func ofTwoNumbersThatMayBeMeantNoneIsNamed() throws {
        let problem = try #require(
            fault(#"{"items": [{"id": 1.5, "name": "a"}, {"id": 2.5, "name": "b"}]}"#)
        )
        #expect(problem.kind == .unreadableValue)
        #expect(problem.byteOffset == nil)
    }

    private struct Showing: Decodable {
        let when: Date
    }

    @Test(arguments: [
        (#"{"when": "2020-x"}"#, "1:1: a date in it is not in the form that is expected"),
        (
            #"[{"when": "2020-01-01T00:00:00Z"}, {"when": "s3cret"}]"#,
            "1:36: [1]: a date in it is not in the form that is expected"
        ),
    ])
    func aTextThatIsNoDateIsSaidToBeNone(_ text: String, _ description: String) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let data = Data(text.utf8)
        let error = #expect(throws: DecodingError.self) {
            if text.hasPrefix("[") {
                _ = try decoder.decode([Showing].self, from: data)
            } else {
                _ = try decoder.decode(Showing.self, from: data)
            }
        }
        let problem = DecodingProblem.describe(try #require(error), in: data)
        #expect(problem.kind == .unreadableValue)
        #expect(problem.description == description)
    }

    @Test func aNameThatAKeyStrategyChangedIsFoundAllTheSame() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let problem = try #require(
            fault(#"{"items": [{"id": 1, "name": "a", "shipped_at": true}]}"#, decoder)
        )
        #expect(problem.path == "items[0].shippedAt")
        #expect(problem.column == 49)
    }

    // Rows: 1-29
    @Test func aFixtureIsReadFromItsFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("models/dog.json", #"{"id": 7, "name": "corgi"}"#)
        let root = URL(filePath: folder.path)
        let expected = TestModel(id: 7, name: "corgi")
        #expect(try TestModel.fixture(named: "models/dog", in: root) == expected)
        #expect(try TestModel.fixture(named: "models/dog.json", in: root) == expected)
    }

    // Rows: 1-29
    @Test func aFixtureThatCannotBeHadSaysWhy() throws {
        let folder = try TemporaryFolder()
        try folder.write("cat.json", #"{"id": "x", "name": "tom"}"#)
        let root = URL(filePath: folder.path)
        let missing = #expect(throws: FixtureFileError.self) {
            try TestModel.fixture(named: "dog", in: root)
        }
        #expect(missing?.description == "no fixture \"dog\" in \(folder.path); it has cat.json")
        let wrong = #expect(throws: FixtureFileError.self) {
            try TestModel.fixture(named: "cat", in: root)
        }
        #expect(
            wrong?.description.hasSuffix(
                "/cat.json:1:8: id: expected Int, found a string (for TestModel)"
            ) == true
        )
    }
}

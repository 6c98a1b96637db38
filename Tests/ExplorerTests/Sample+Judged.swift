import CollectionRun
import Collections
import Explorer
import HTTPModel

extension Sample {
    /// What came of a request whose condition held, with another one that did not.
    static func judged(of key: RequestKey, in state: ExplorerState) -> RunResult {
        var result = result(of: key, in: state)
        result.assertions = [
            AssertionResult(
                text: "status == 201",
                location: TextLocation(line: 10, column: 11),
                isPassed: true,
                expected: "== 201",
                actual: "201"
            )
        ]
        result.captures = ["bookingId": "b_9"]
        return result
    }
}

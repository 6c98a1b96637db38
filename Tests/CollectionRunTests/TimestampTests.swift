import CollectionRun
import Testing

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_796_018_405, "2026-11-30T06:00:05Z"),
        ]
    )
    func anInstantIsWrittenInUTC(_ seconds: Int, _ expected: String) {
        #expect(Timestamp.text(secondsSince1970: seconds) == expected)
    }
}

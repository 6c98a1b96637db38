import HTTPModel
import Testing

/// Dates as HTTP writes them.
@Suite struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", " Sun, 06 Nov 1994 08:49:37 GMT ",
    ])
    func theThreeFormsAreTheSameMoment(_ text: String) throws {
        let now = HTTPDate(secondsSince1970: 1_796_000_000)
        let date = try #require(HTTPDate(text, now: now))
        #expect(date.secondsSince1970 == 784_111_777)
        #expect(date.text == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        "", "0", "-1", "Sun, 06 Nov 1994", "Sun, 31 Feb 2026 00:00:00 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "tomorrow",
        "Sun, 06 Nov 19945 08:49:37 GMT", "2026-11-30T00:00:00Z",
    ])
    func whatIsNoDateIsNone(_ text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test func twoDigitsOfAYearAreNeverFarAhead() throws {
        let now = HTTPDate(secondsSince1970: 1_796_000_000)
        let near = try #require(HTTPDate("Sunday, 06-Nov-75 08:49:37 GMT", now: now))
        #expect(near.text.contains("2075"))
        let past = try #require(HTTPDate("Sunday, 06-Nov-77 08:49:37 GMT", now: now))
        #expect(past.text.contains("1977"))
    }

    @Test(arguments: [-86_401, -1, 0, 951_782_400, 4_102_444_799, 253_402_300_799] as [Int64])
    func whatIsWrittenReadsBack(_ seconds: Int64) throws {
        let date = HTTPDate(secondsSince1970: seconds)
        #expect(HTTPDate(date.text) == date)
    }
}

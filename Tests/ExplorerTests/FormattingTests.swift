import Explorer
import Testing

@Suite struct FormattingTests {
    @Test(arguments: [
        (Duration.microseconds(740), "740 µs"), (.milliseconds(1), "1 ms"),
        (.microseconds(1_500), "1.5 ms"), (.milliseconds(38), "38 ms"),
        (.milliseconds(1_250), "1.25 s"), (.seconds(2), "2 s"), (.seconds(75), "1 min 15 s"),
        (.zero, "0 µs"),
    ])
    func durationsAreShort(_ duration: Duration, _ text: String) {
        #expect(Formatting.duration(duration) == text)
    }

    @Test(arguments: [
        (0, "0 B"), (412, "412 B"), (1_023, "1023 B"), (1_024, "1 KiB"), (1_536, "1.5 KiB"),
        (60 << 20, "60 MiB"), (5 << 30, "5 GiB"),
    ])
    func sizesAreShort(_ count: Int, _ text: String) {
        #expect(Formatting.bytes(count) == text)
    }
}

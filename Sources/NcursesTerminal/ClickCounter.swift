import Screen

/// Counts presses in quick succession on one cell.
struct ClickCounter: Sendable {
    /// How far apart two presses of a double click may be, in milliseconds.
    static let patience = 400

    private var last: (event: MouseEvent, time: Int)?

    /// Returns a press with its count, 1 to 3; other events as they are.
    mutating func counting(_ event: MouseEvent, at time: Int) -> MouseEvent {
        guard event.kind == .press else { return event }
        var counted = event
        counted.clicks = 1
        if let last, time - last.time <= ClickCounter.patience, last.event.button == event.button,
            last.event.position == event.position, last.event.clicks < 3
        {
            counted.clicks = last.event.clicks + 1
        }
        last = (counted, time)
        return counted
    }
}

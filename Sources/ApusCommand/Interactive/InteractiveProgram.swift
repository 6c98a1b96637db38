package import Screen

/// A program the run loop runs: messages go in, frames come out.
package protocol InteractiveProgram {
    /// What can happen to it.
    associatedtype Message: Sendable

    /// Whether the loop ends before the next frame.
    var isFinished: Bool { get }
    /// How long until `tick` is due, in milliseconds; `nil` while nothing on the screen moves by
    /// itself.
    var tickInterval: Int? { get }

    /// Takes note of what the person did.
    mutating func receive(_ event: InputEvent)
    /// Takes note of what became of its work.
    mutating func receive(_ message: Message)
    /// Moves on what moves by itself.
    mutating func tick()
    /// Returns what is to be seen now.
    func frame() -> Frame
    /// Does what can wait until something is on the screen.
    mutating func didShowFirstFrame()
}

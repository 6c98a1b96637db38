package import NcursesTerminal
package import Screen

/// What the run loop needs of a terminal; tests give it one without a screen.
package protocol TerminalDevice: AnyObject {
    /// The screen's size.
    var size: Size { get }
    /// Readable when input waits.
    var inputDescriptor: Int32 { get }
    /// Readable when a signal has something to tell.
    var signalDescriptor: Int32 { get }
    /// How long to wait at most before reading again, in milliseconds; `nil` for ever.
    var patience: Int? { get }
    /// Whether nothing can be read any more.
    var isDisconnected: Bool { get }

    /// Reads what the person did since the last call; never waits.
    func readEvents() -> [InputEvent]
    /// Shows a frame.
    func paint(_ frame: Frame)
    /// Forgets what is on the screen.
    func repaintAll()
    /// Gives the roles other looks.
    func use(_ theme: Theme)
    /// Gives the terminal to another program.
    func suspend()
    /// Takes it back.
    func resume()
    /// Tells whether another program has the terminal.
    func lend(_ isLent: Bool)
    /// Stops the process as Ctrl-Z does.
    func stop()
    /// Puts a text on the clipboard of the person's machine; returns whether it was tried.
    func copy(_ text: String) -> Bool
}

extension NcursesTerminal: TerminalDevice {}

/// Something the person at the terminal did.
package enum InputEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// Text was pasted; line ends are `\n`. Never a key, whatever it holds.
    case paste(String)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// The terminal has a new size.
    case resize(Size)
    /// The terminal told, as it was asked, whether its background is dark or light.
    case background(TerminalBackground)
}

/// One mouse action on a cell.
package struct MouseEvent: Hashable, Sendable {
    /// What the mouse did.
    package enum Kind: Hashable, Sendable {
        /// A button went down.
        case press
        /// A button went up.
        case release
        /// The mouse moved with a button down.
        case drag
        /// The wheel turned away from the person: towards the top.
        case wheelUp
        /// The wheel turned towards the person: towards the bottom.
        case wheelDown
    }

    /// What the mouse did.
    package var kind: Kind
    /// Which button: 1 left, 2 middle, 3 right; 0 for the wheel.
    package var button: Int
    /// The cell under the mouse; may lie outside of a screen that shrank.
    package var position: Position
    /// How many presses in quick succession on this cell: 1 a click, 2 a double click; 0 for
    /// anything but a press.
    package var clicks: Int

    /// Creates a mouse event.
    package init(kind: Kind, button: Int = 1, position: Position, clicks: Int = 0) {
        self.kind = kind
        self.button = button
        self.position = position
        self.clicks = clicks
    }
}

/// One step of what a `FaultServer` does with a connection.
///
/// A script is a list of steps, so that a table of tests can hold it. The script ends, and the
/// connection is closed, after the last step or when the client closed before a step could be done.
package enum FaultStep: Sendable {
    /// Reads a whole request.
    case readRequest
    /// Reads request line and fields, and leaves the content unread.
    case readHead
    /// Reads so many bytes of what the client sends, or more.
    case read(atLeast: Int)
    /// Sends bytes at once.
    case send(bytes: [UInt8])
    /// Sends bytes one by one, each in a segment of its own.
    case drip(bytes: [UInt8])
    /// Blocks until the gate opens.
    case wait(TestGate)
    /// Opens the gate.
    case open(TestGate)
    /// Blocks until the client closes; what it sends is dropped.
    case waitForClose
    /// Says that nothing more will be sent, then reads on until the client closes.
    case finish
    /// Closes; what the client sent and nobody read makes this a reset.
    case close
    /// Resets the connection.
    case reset
    /// Does the steps again and again until the client closes.
    case forever([FaultStep])

    /// Sends text as UTF-8.
    package static func send(_ text: String) -> FaultStep { .send(bytes: Array(text.utf8)) }

    /// Sends text as UTF-8, byte by byte.
    package static func drip(_ text: String) -> FaultStep { .drip(bytes: Array(text.utf8)) }
}

extension FaultServer {
    /// Starts a server that does these steps with each connection.
    package convenience init(playing steps: [FaultStep]) {
        self.init { connection in
            _ = connection.play(steps)
        }
    }

    /// Starts a server that does the steps with the number of the connection, from 1; connections
    /// past the last list get that one again.
    package convenience init(connections lists: [[FaultStep]]) {
        self.init { connection in
            guard let last = lists.last else { return }
            _ = connection.play(lists.dropLast().dropFirst(connection.number - 1).first ?? last)
        }
    }
}

extension FaultConnection {
    /// Does the steps in order.
    ///
    /// - Returns: Whether all were done and the connection is still there.
    package func play(_ steps: [FaultStep]) -> Bool {
        steps.allSatisfy(play)
    }

    private func play(_ step: FaultStep) -> Bool {
        switch step {
        case .readRequest: return readRequest() != nil
        case .readHead: return readHead() != nil
        case .read(let count): return read(atLeast: count)
        case .send(let bytes): return send(bytes)
        case .drip(let bytes): return bytes.allSatisfy { send([$0]) }
        case .wait(let gate): gate.block()
        case .open(let gate): gate.open()
        case .forever(let steps): while play(steps) {}
        case .waitForClose: waitForClose()
        case .finish: finish()
        case .close: close()
        case .reset: reset()
        }
        return isOpen
    }
}

import Glibc
package import HTTPModel
import Synchronization

/// A file descriptor that takes text and bytes, collected into large writes.
///
/// When the reader has gone (`EPIPE`), what follows is dropped without a word; `isClosed` tells
/// those who could stop early. Safe to use from any thread.
package final class OutputChannel: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isClosed = false
        var failure: Int32?
    }

    /// The descriptor; it stays open.
    package let descriptor: Int32
    private let state = Mutex(State())
    private static let limit = 64 * 1024

    /// Creates a channel onto an open descriptor.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The standard output.
    package static let standardOutput = OutputChannel(descriptor: STDOUT_FILENO)
    /// The standard error output.
    package static let standardError = OutputChannel(descriptor: STDERR_FILENO)

    /// Whether the descriptor is a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether nobody reads any more.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Why writing failed other than by a reader that has gone; an `errno`, or `nil`.
    package var failure: Int32? { state.withLock { $0.failure } }

    /// Adds text.
    package func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    /// Adds bytes.
    package func write(_ octets: Octets) {
        octets.withUnsafeBytes { write($0) }
    }

    /// Adds bytes.
    package func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { write($0) }
    }

    /// Adds bytes; the pointer is used during the call only.
    package func write(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            guard !state.isClosed else { return }
            if bytes.count < Self.limit {
                state.pending.append(contentsOf: bytes)
                if state.pending.count >= Self.limit { drain(&state) }
            } else {
                drain(&state)
                send(bytes, &state)
            }
        }
    }

    /// Adds bytes and hands everything to the descriptor; the pointer is used during the call only.
    package func writeAtOnce(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            guard !state.isClosed else { return }
            if state.pending.isEmpty {
                send(bytes, &state)
            } else {
                state.pending.append(contentsOf: bytes)
                drain(&state)
            }
        }
    }

    /// Adds text and a line end.
    package func writeLine(_ text: String = "") {
        write(text + "\n")
    }

    /// Hands everything to the descriptor.
    package func flush() {
        state.withLock { drain(&$0) }
    }

    private func drain(_ state: inout State) {
        guard !state.pending.isEmpty else { return }
        let bytes = state.pending
        bytes.withUnsafeBytes { send($0, &state) }
        state.pending.removeAll(keepingCapacity: false)
    }

    private func send(_ bytes: UnsafeRawBufferPointer, _ state: inout State) {
        var rest = bytes
        while !rest.isEmpty, !state.isClosed {
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if written > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                if errno != EPIPE { state.failure = errno }
                state.isClosed = true
            }
        }
    }
}

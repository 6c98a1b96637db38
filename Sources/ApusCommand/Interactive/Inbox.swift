import CSupport
import Glibc
import Synchronization

/// Where work that runs elsewhere leaves its messages for the run loop.
///
/// Any thread posts; the run loop's thread drains. A pipe becomes readable with the first message,
/// so that the loop can sleep in `poll`.
package final class Inbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let readEnd: Int32
    private let writeEnd: Int32

    /// Creates an empty inbox.
    ///
    /// Without descriptors left, the loop is still told by its timeout at the next key.
    package init() {
        var ends: [Int32] = [-1, -1]
        if cs_pipe(&ends, 1) != 0 { ends = [-1, -1] }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        Glibc.close(readEnd)
        Glibc.close(writeEnd)
    }

    /// Readable while messages wait; -1 when the system had no descriptor to give.
    package var descriptor: Int32 { readEnd }

    /// Adds a message at the end.
    package func post(_ message: Message) {
        post(message) { _ in false }
    }

    /// Adds messages at the end, which are drained together.
    package func post(contentsOf new: [Message]) {
        guard !new.isEmpty else { return }
        let wasEmpty = messages.withLock { messages in
            defer { messages += new }
            return messages.isEmpty
        }
        if wasEmpty { wake() }
    }

    /// Ends the run loop's sleep without a message.
    package func wake() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Adds a message in place of the last waiting one that it makes pointless, else at the end.
    ///
    /// So a source faster than the screen, such as progress, takes one place.
    package func post(_ message: Message, replacing isPointless: (Message) -> Bool) {
        let wasEmpty = messages.withLock { messages in
            let wasEmpty = messages.isEmpty
            if let last = messages.last, isPointless(last) {
                messages[messages.count - 1] = message
            } else {
                messages.append(message)
            }
            return wasEmpty
        }
        if wasEmpty { wake() }
    }

    /// Takes all messages, in order.
    package func drain() -> [Message] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
        return messages.withLock { messages in
            let taken = messages
            messages = []
            return taken
        }
    }
}

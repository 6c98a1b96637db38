import CCurl
import Glibc
import HTTPModel

// The content of the request, as libcurl asks for it.
extension Transfer {
    /// Gives libcurl the next bytes of the content, or has it ask again later.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        guard let feed else { return Int(CURL_READFUNC_ABORT) }
        switch unsafe feed.read(into: room) {
        case .bytes(let count):
            return count
        case .wait:
            pauses.insert(.sending)
            clock.hold(true, at: .now)
            return Int(CURL_READFUNC_PAUSE)
        case .end:
            noteEndOfContent()
            return 0
        case .failure(let reason):
            verdict = .sendContent
            contentProblem = reason
            return Int(CURL_READFUNC_ABORT)
        }
    }

    /// Goes back to the first byte of the content, when it has to be sent again.
    func rewind(to offset: curl_off_t, _ origin: Int32) -> Bool {
        guard offset == 0, origin == SEEK_SET, let feed else { return false }
        return feed.rewind()
    }

    /// Lets libcurl go on reading after it was told to wait.
    func resumeReading() { resume(.sending) }

    /// Lets libcurl go on receiving after the reader had enough for a while.
    func resumeReceiving() { resume(.receiving) }

    private func resume(_ direction: Pauses) {
        pauses.remove(direction)
        noteNews()
        clock.hold(!pauses.isEmpty, at: .now)
        unsafe cc_easy_pause(easy.raw, pauses.rawValue)
    }

    /// The directions in which a transfer stands still because of this side.
    struct Pauses: OptionSet {
        let rawValue: Int32

        static let receiving = Pauses(rawValue: CURLPAUSE_RECV)
        static let sending = Pauses(rawValue: CURLPAUSE_SEND)
    }
}

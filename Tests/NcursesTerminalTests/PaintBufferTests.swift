import CSupport
import Glibc
import Testing

@testable import NcursesTerminal

@Suite struct PaintBufferTests {
    /// A pipe in place of a terminal, read without waiting.
    private struct Pipe: ~Copyable {
        let read: Int32
        let write: Int32

        init() {
            var ends: [Int32] = [0, 0]
            #expect(unsafe cs_pipe(&ends, 1) == 0)
            (read, write) = (ends[0], ends[1])
        }

        deinit {
            close(read)
            close(write)
        }

        func contents() -> String {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe Glibc.read(read, &bytes, bytes.count)
            return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        }
    }

    private func put(_ text: String, to descriptor: Int32) {
        #expect(PaintBuffer.write(Array(text.utf8)[...], to: descriptor))
    }

    @Test func whatIsPaintedGoesOutInOnePieceAtTheEnd() {
        let pipe = Pipe()
        let buffer = PaintBuffer(terminal: pipe.write)
        buffer.gather {
            put("first ", to: buffer.descriptor)
            #expect(pipe.contents().isEmpty)
            put("second", to: buffer.descriptor)
        }
        #expect(pipe.contents() == "first second")
    }

    @Test func aShorterFrameHoldsNothingOfTheOneBefore() {
        let pipe = Pipe()
        let buffer = PaintBuffer(terminal: pipe.write)
        buffer.gather { put("a long frame", to: buffer.descriptor) }
        #expect(pipe.contents() == "a long frame")
        buffer.gather { put("short", to: buffer.descriptor) }
        #expect(pipe.contents() == "short")
        buffer.gather {}
        #expect(pipe.contents().isEmpty)
    }

    @Test func betweenFramesTheTerminalIsWrittenAtOnce() {
        let pipe = Pipe()
        let buffer = PaintBuffer(terminal: pipe.write)
        buffer.gather { put("frame", to: buffer.descriptor) }
        put(" and modes", to: buffer.descriptor)
        #expect(pipe.contents() == "frame and modes")
    }
}

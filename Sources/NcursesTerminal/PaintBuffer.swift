import CSupport
import Glibc

/// The descriptor that ncurses paints to, which gathers what it writes while a frame is painted.
///
/// ncurses writes at every move of the cursor: some sixty times for a whole screen, which over SSH
/// are as many packets, and on the screen a frame that is seen to grow. While gathering, the
/// descriptor names a file in memory; what is there at the end goes to the terminal in one piece.
/// Else, and where the system has no files in memory, it names the terminal itself.
///
/// Whoever writes to the terminal behind ncurses' back, such as the restoring signal handlers, uses
/// the terminal's own descriptor and so is never gathered. Owned by the main thread.
final class PaintBuffer {
    /// What to give to ncurses.
    let descriptor: Int32
    private let terminal: Int32
    /// The file in memory; negative when there is none.
    private let staging: Int32
    private var bytes: [UInt8] = []

    /// Creates a buffer before the descriptor `terminal`, which stays the caller's.
    init(terminal: Int32) {
        self.terminal = terminal
        let copy = fcntl(terminal, F_DUPFD_CLOEXEC, 3)
        descriptor = copy < 0 ? terminal : copy
        staging = copy < 0 ? -1 : unsafe cs_memory_file("apus-frame")
    }

    deinit {
        if staging >= 0 { Glibc.close(staging) }
        if descriptor != terminal { Glibc.close(descriptor) }
    }

    /// Runs `paint` and writes what it wrote to `descriptor` to the terminal in one piece.
    func gather(_ paint: () -> Void) {
        guard staging >= 0, lseek(staging, 0, SEEK_SET) == 0,
            point(at: staging)
        else { return paint() }
        paint()
        _ = point(at: terminal)
        let count = max(0, lseek(staging, 0, SEEK_CUR))
        if bytes.count < count { bytes = [UInt8](repeating: 0, count: count * 2) }
        let length = unsafe pread(staging, &bytes, count, 0)
        if length > 0 { _ = Self.write(bytes[..<length], to: terminal) }
    }

    /// Makes `descriptor` another name of `target`; returns whether it is.
    private func point(at target: Int32) -> Bool {
        dup2(target, descriptor) >= 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    }

    /// Writes all of `bytes`, in as few pieces as the system takes; returns whether all went out.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

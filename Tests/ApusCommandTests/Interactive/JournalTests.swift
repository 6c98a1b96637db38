import ApusCommand
import Glibc
import HTTPModel
import Testing

struct JournalTests {
    /// Runs `body` with the path of a folder that is removed afterwards.
    private func withFolder(_ body: (String) throws -> Void) rethrows {
        var template = Array("/tmp/apus-journal-XXXXXX".utf8CString)
        let folder = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
        }
        defer { _ = ExternalProgram.run("rm -rf", on: folder) }
        try body(folder)
    }

    @Test func unsavedBytesComeBackFromANewJournal() {
        withFolder { folder in
            let bytes = Octets([0x47, 0xFF, 0x0A, 0x00])
            let journal = Journal(stateFolder: folder)
            journal.record("/a/b.http", Octets(utf8: "older"))
            journal.record("/a/b.http", bytes)
            journal.flush()
            let later = Journal(stateFolder: folder)
            #expect(later.unsavedBytes(of: "/a/b.http") == bytes)
            #expect(later.unsavedBytes(of: "/a/c.http") == nil)
        }
    }

    @Test func forgottenBytesDoNotComeBack() {
        withFolder { folder in
            let journal = Journal(stateFolder: folder)
            journal.record("/a/b.http", Octets(utf8: "x"))
            journal.flush()
            journal.record("/a/b.http", nil)
            journal.flush()
            #expect(journal.unsavedBytes(of: "/a/b.http") == nil)
        }
    }

    @Test func entriesAreForTheOwnerAlone() {
        withFolder { folder in
            let journal = Journal(stateFolder: folder + "/new/apus")
            journal.record("/a/b.http", Octets(utf8: "x"))
            journal.flush()
            let code = ExternalProgram.run(
                "[ \"$(stat -c %a \"$1\"/journal \"$1\"/journal/* | xargs)\" = '700 600' ] || exit 9; :",
                on: folder + "/new/apus"
            )
            #expect(code == 0)
        }
    }

    @Test(
        arguments: [
            (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/apus"),
            (["HOME": "/h"], "/h/.local/state/apus"),
            (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/apus"),
            ([:], nil),
        ] as [([String: String], String?)]
    )
    func theEnvironmentNamesTheStateFolder(environment: [String: String], folder: String?) {
        #expect(Journal.stateFolder(environment) == folder)
    }
}

struct ExternalProgramTests {
    @Test func theCommandLineMayHoldArguments() {
        #expect(ExternalProgram.run("test -d", on: "/tmp") == 0)
        #expect(ExternalProgram.run("test -f", on: "/tmp") == 1)
    }

    @Test func anEndBySignalAndAMissingProgramAreTold() {
        #expect(ExternalProgram.run("kill -TERM $$; true", on: "/tmp") == 128 + SIGTERM)
        #expect(ExternalProgram.run("no-such-program-here 2>/dev/null", on: "/tmp") == 127)
    }

    @Test func aProgramIsFedMoreThanAPipeHolds() {
        let input = [UInt8](repeating: 0x61, count: 1_000_000)
        #expect(ExternalProgram.feed(["sh", "-c", "test $(wc -c) = 1000000"], input: input))
        #expect(!ExternalProgram.feed(["no-such-program-here"], input: input))
    }

    @Test func withoutASessionNoToolTakesACopy() {
        #expect(Clipboard.copyByTools("x", environment: [:]) == [])
    }
}

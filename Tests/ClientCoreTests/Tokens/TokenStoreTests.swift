import ClientCore
import Files
import Glibc
import HTTPModel
import TestSupport
import Testing

/// Secrets kept between runs, in each kind of place.
@Suite struct TokenStoreTests {
    /// What every store that can be written does.
    private func checkRoundTrip(_ store: some TokenStore) throws {
        #expect(try store.load("a key") == nil)
        for secret in ["s3cret", "ümläut \"quoted\" 'x' $y \\ end", "other"] {
            try store.save(Secret(secret), for: "a key")
            #expect(try store.load("a key") == Secret(secret))
        }
        try store.save("second", for: "b")
        try store.delete("a key")
        try store.delete("a key")
        #expect(try store.load("a key") == nil)
        #expect(try store.load("b") == "second")
        try store.delete("b")
        for key in ["", "a\nb", "a\tb", "a\0b", String(repeating: "k", count: 1025)] {
            #expect(throws: TokenStoreError.self) { try store.load(key) }
            #expect(throws: TokenStoreError.self) { try store.save("s", for: key) }
        }
    }

    @Test func aFileKeepsSecretsForItsOwnerOnly() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("private/tokens")
        let store = FileTokenStore(path: path)
        try checkRoundTrip(store)
        try store.save("line\nend\ttab\\n", for: "odd")
        #expect(FileSystem.mode(of: path) == 0o600)
        #expect(FileSystem.mode(of: folder.file("private")) == 0o700)
        #expect(try FileTokenStore(path: path).load("odd") == "line\nend\ttab\\n")
        #expect(try FileSystem.list(folder.file("private")).count == 1)
    }

    @Test(arguments: [(0o644, 0o700), (0o660, 0o700), (0o600, 0o755), (0o600, 0o711)])
    func aPlaceThatOthersMayReadIsRefused(_ file: mode_t, _ directory: mode_t) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("private/tokens")
        let store = FileTokenStore(path: path)
        try store.save("s3cret", for: "k")
        chmod(path, file)
        chmod(folder.file("private"), directory)
        for attempt in [{ _ = try store.load("k") }, { try store.save("s3cret2", for: "k") }] {
            do {
                try attempt()
                Issue.record("not refused")
            } catch let error as TokenStoreError {
                #expect(error.code == .exposed && error.description.contains("chmod"))
                #expect(error.description.contains(folder.path))
                #expect(!error.description.contains("s3cret"))
            }
        }
        chmod(folder.file("private"), 0o700)
        chmod(path, 0o600)
        #expect(try store.load("k") == "s3cret")
    }

    @Test func savingFromManyThreadsLosesNothing() async throws {
        let folder = try TemporaryFolder()
        let store = FileTokenStore(path: folder.file("p/t"))
        await withTaskGroup(of: Void.self) { group in
            for i in 0..<20 {
                group.addTask { try? store.save(Secret("\(i)"), for: "k\(i)") }
            }
        }
        for i in 0..<20 { #expect(try store.load("k\(i)") == Secret("\(i)")) }
    }

    @Test func theEnvironmentIsReadOnly() throws {
        let store = EnvironmentTokenStore([
            "APUS_TOKEN_API_EXAMPLE_COM": "s3cret", "APUS_TOKEN_E": "",
        ])
        #expect(try store.load("api.example.com") == "s3cret")
        #expect(try store.load("other") == nil && store.load("e") == nil)
        do {
            try store.save("new", for: "x-y")
            Issue.record("not refused")
        } catch {
            #expect(error.code == .readOnly && error.description.contains("APUS_TOKEN_X_Y"))
        }
        #expect(throws: TokenStoreError.self) { try store.delete("x") }
    }

    @Test func theKernelKeepsSecretsOrSaysWhyNot() throws {
        let store = KernelKeyringTokenStore(keyring: .process, prefix: "apus-test:")
        do {
            try checkRoundTrip(store)
        } catch let error as TokenStoreError where error.code == .unavailable {
            #expect(error.description.contains("use another token store"))
            print("skipped: \(error)")
            return
        }
        let long = String(repeating: "x", count: 10_000)
        try store.save(Secret(long), for: "long")
        #expect(try store.load("long") == Secret(long))
        try store.delete("long")
        #expect(throws: TokenStoreError.self) { try store.save("", for: "k") }
    }

    @Test func theDesktopsKeyringIsReachedThroughPipes() throws {
        let folder = try TemporaryFolder()
        // Stands in for secret-tool: files named after the attributes, and a record of its arguments.
        try folder.write(
            "secret-tool",
            """
            #!/bin/sh
            cd "$(dirname "$0")"
            echo "$@" >> arguments
            command=$1; shift
            case $1 in --label=*) shift;; esac
            file="kept-$(echo "$*" | tr ' /' '__')"
            case $command in
              store) cat > "$file";;
              lookup) [ -f "$file" ] && cat "$file" || exit 1;;
              clear) rm "$file" 2>/dev/null || exit 1;;
            esac
            """
        )
        chmod(folder.file("secret-tool"), 0o755)
        let store = SecretServiceTokenStore(program: folder.file("secret-tool"))
        try checkRoundTrip(store)
        let arguments = try folder.read("arguments").text
        #expect(arguments.contains("store --label=apus: a key application apus key a key"))
        #expect(!arguments.contains("s3cret") && !arguments.contains("second"))
        #expect(throws: TokenStoreError.self) { try store.save("a\nb", for: "k") }
    }

    @Test func aKeyringThatIsNotThereSaysWhatHelps() throws {
        let missing = SecretServiceTokenStore(program: "/nonexistent/secret-tool")
        do {
            _ = try missing.load("k")
            Issue.record("not refused")
        } catch {
            #expect(error.code == .unavailable && error.description.contains("libsecret-tools"))
        }
        let folder = try TemporaryFolder()
        try folder.write(
            "secret-tool",
            "#!/bin/sh\ncat >/dev/null\necho 'no service' >&2\nexit 1\n"
        )
        chmod(folder.file("secret-tool"), 0o755)
        let failing = SecretServiceTokenStore(program: folder.file("secret-tool"))
        do {
            try failing.save("s3cret", for: "k")
            Issue.record("not refused")
        } catch {
            #expect(error.code == .unavailable && error.description.contains("no service"))
            #expect(!error.description.contains("s3cret"))
        }
    }

    @Test(arguments: ["hush without a tab\n", "k\ts3cret\n\u{0}\u{1}hush", "{\"k\": \"hush\"}"])
    func aFileOfAnotherKindIsRefusedAndLeftAsItIs(_ text: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("private/tokens")
        let store = FileTokenStore(path: path)
        try store.save("s3cret", for: "k")
        try folder.write("private/tokens", text)
        let attempts: [() throws -> Void] = [
            { _ = try store.load("k") }, { try store.save("new", for: "other") },
            { try store.delete("k") },
        ]
        for attempt in attempts {
            let error = #expect(throws: TokenStoreError.self) { try attempt() }
            #expect(error?.code == .failed && error?.description.contains(path) == true)
            #expect(error?.description.contains("hush") == false)
        }
        #expect(try folder.read("private/tokens").text == text)
    }
}

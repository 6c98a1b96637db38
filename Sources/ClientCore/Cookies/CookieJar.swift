import Glibc
public import HTTPModel
import Synchronization

/// The cookies of one user of many servers: kept as servers ask, sent to whom they belong.
///
/// A cookie goes back to the host that set it, or to the hosts below the domain it names, at and below
/// its path, and a `Secure` one over https only. Ports and the kind of connection do not separate
/// cookies otherwise: `http://a.test:1` and `http://a.test:2` share them (RFC 6265bis §8.5).
///
/// Safe to use from several threads. A jar lives in memory; one with a file reads it when made and
/// writes it when told to `save()`.
///
/// - SeeAlso: RFC 6265bis.
public final class CookieJar: Sendable {
    private struct State {
        var shelf = CookieShelf()
        /// Whether a cookie that would be written changed since the file was read or written.
        var isChanged = false
    }

    /// The file the jar was read from and is saved to; `nil` keeps cookies in memory only.
    public let file: String?
    /// Whether cookies that end with the session are written to the file, too.
    public let savesSessionCookies: Bool
    private let state = Mutex(State())
    private let now: @Sendable () -> HTTPDate
    private let suffixes: PublicSuffixList

    /// Creates an empty jar that lives in memory.
    ///
    /// `now` is asked for the time at each use.
    public convenience init(now: @escaping @Sendable () -> HTTPDate = CookieJar.currentTime) {
        self.init(file: nil, savesSessionCookies: false, now: now, suffixes: .system)
    }

    /// Creates a jar from a file as `curl` and browsers' tools write it; one that is missing makes an
    /// empty jar, and is made by `save()`.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - savesSessionCookies: Whether cookies that end with the session are written, too.
    ///   - now: Asked for the time at each use.
    /// - Throws: `CookieFileError` when the file cannot be read.
    public convenience init(
        file: String,
        savesSessionCookies: Bool = false,
        now: @escaping @Sendable () -> HTTPDate = CookieJar.currentTime
    ) throws(CookieFileError) {
        let cookies = try CookieFile.read(file, now: now())
        self.init(
            file: file,
            savesSessionCookies: savesSessionCookies,
            now: now,
            suffixes: .system
        )
        state.withLock { state in
            for cookie in cookies { state.shelf.keep(cookie, at: now()) }
        }
    }

    init(
        file: String?,
        savesSessionCookies: Bool,
        now: @escaping @Sendable () -> HTTPDate,
        suffixes: PublicSuffixList
    ) {
        self.file = file
        self.savesSessionCookies = savesSessionCookies
        self.now = now
        self.suffixes = suffixes
    }

    /// The time of the machine's clock.
    @Sendable public static func currentTime() -> HTTPDate {
        HTTPDate(secondsSince1970: Int64(time(nil)))
    }

    /// Whether this machine has the list of public suffixes; without it only names of a single label
    /// count as such.
    public static var knowsPublicSuffixes: Bool { PublicSuffixList.system.isComplete }

    /// All cookies that have not ended, by domain and then in the order of their creation.
    public var cookies: [Cookie] { state.withLock { $0.shelf.cookies(at: now()) } }

    /// The cookies a request to `target` carries, in the order they are sent; empty for none.
    public func cookies(for target: TargetURI) -> [Cookie] {
        state.withLock { state in
            guard state.shelf.count > 0 else { return [] }
            return state.shelf.take(for: target, at: now())
        }
    }

    /// Keeps a cookie as it is, without asking whether a server may set it.
    public func set(_ cookie: Cookie) {
        var cookie = cookie
        let now = now()
        if cookie.creation.secondsSince1970 == 0 { cookie.creation = now }
        cookie.lastUse = now
        state.withLock { state in
            state.shelf.keep(cookie, at: now)
            state.isChanged = true
        }
    }

    /// Removes every cookie, or those of one domain and what is below it.
    ///
    /// - Parameter domain: A host or domain, perhaps with a dot in front; `nil` for all.
    public func removeAll(domain: String? = nil) {
        let wanted = domain.map { text in
            (text.hasPrefix(".") ? String(text.dropFirst()) : text).lowercased()
        }
        state.withLock { state in
            state.shelf.removeAll { cookie in
                wanted.map { CookieRules.domain($0, matches: cookie.domain) } ?? true
            }
            state.isChanged = true
        }
    }

    /// Removes the cookies that end with the session, as the end of one does.
    public func endSession() {
        state.withLock { state in
            state.shelf.removeAll { $0.expiry == nil }
            state.isChanged = state.isChanged || savesSessionCookies
        }
    }

    /// Takes the `Set-Cookie` fields of an answer from `target`.
    ///
    /// - Returns: What was not kept, in order, as fragments such as `sid: malformed`; no values.
    @discardableResult
    public func receive(_ fields: HTTPFields, from target: TargetURI) -> [String] {
        var refusals: [String] = []
        var next = fields.firstIndex(named: "Set-Cookie")
        while let index = next {
            let value = fields[index].valueBytes
            do throws(CookieRefusal) {
                try receive(value, from: target)
            } catch {
                refusals.append("\(Self.name(in: value)): \(error.reason)")
            }
            next = fields.firstIndex(named: "Set-Cookie", from: index + 1)
        }
        return refusals
    }

    private func receive(_ bytes: [UInt8], from target: TargetURI) throws(CookieRefusal) {
        let now = now()
        let cookie = try Cookie(setCookie: bytes, from: target, now: now, suffixes: suffixes)
        let isKept = state.withLock { state in
            if target.scheme != "https", state.shelf.protectsSecure(from: cookie, at: now) {
                return false
            }
            let previous = state.shelf.keep(cookie, at: now)
            // One of the session may take the place of one that stands in the file.
            let isForFile = cookie.expiry != nil || previous?.expiry != nil || savesSessionCookies
            state.isChanged = state.isChanged || isForFile
            return true
        }
        guard isKept else { throw .replacesSecure }
    }

    /// The name of a cookie that was refused, fit for a message.
    private static func name(in bytes: [UInt8]) -> String {
        let end = bytes.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }
        guard let end, bytes[end] == UInt8(ascii: "=") else { return "cookie without name" }
        let name = String(decoding: bytes[..<end].prefix(60), as: UTF8.self).trimmingBlanks
        return name.isEmpty ? "cookie without name" : name
    }

    /// Writes the cookies to the jar's file if one changed that belongs there.
    ///
    /// The file is replaced in one step and readable by its owner only. A cookie that the form cannot
    /// hold, with a tab in it, stays in memory.
    ///
    /// - Throws: `CookieFileError` when the file cannot be written; the cookies stay to be saved.
    public func save() throws(CookieFileError) {
        guard let file else { return }
        let (cookies, isChanged) = state.withLock { state in
            defer { state.isChanged = false }
            return (state.shelf.cookies(at: now()), state.isChanged)
        }
        guard isChanged else { return }
        do throws(CookieFileError) {
            let kept = cookies.filter { savesSessionCookies || $0.expiry != nil }
            try CookieFile.write(kept, to: file)
        } catch {
            state.withLock { $0.isChanged = true }
            throw error
        }
    }
}

import Files
import HTTPModel

/// Why a file of cookies could not be read or written.
public struct CookieFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path as given.
    public let path: String
    /// What is wrong, as a sentence without full stop that names the path.
    public let description: String
}

/// Cookies in a file, in the form that began with Netscape and that `curl -b` and `-c` know.
///
/// One line is one cookie, with tabs between domain, `TRUE` for hosts below it, path, `TRUE` for
/// TLS only, the expiry in seconds since 1970 (0 for the session), name and value. A line that starts with
/// `#HttpOnly_` holds a cookie, too; other lines with `#` are remarks.
///
/// - SeeAlso: <https://curl.se/docs/http-cookies.html>
enum CookieFile {
    private static let header = """
        # Netscape HTTP Cookie File
        # https://curl.se/docs/http-cookies.html
        # Written by Apus; the values are credentials.


        """
    private static let secretPrefix = "#HttpOnly_"

    /// Reads a file; one that does not exist holds no cookie, and lines that are none are left out.
    static func read(_ path: String, now: HTTPDate) throws(CookieFileError) -> [Cookie] {
        guard FileSystem.exists(path) else { return [] }
        do throws(FileError) {
            return try FileSystem.read(path).split(separator: 0x0A).compactMap { line in
                cookie(in: Array(line), now: now)
            }
        } catch {
            throw CookieFileError(path: path, description: error.description)
        }
    }

    /// Replaces the file by one with these cookies, which only its owner may read.
    static func write(_ cookies: [Cookie], to path: String) throws(CookieFileError) {
        var bytes = Array(header.utf8)
        for cookie in cookies { bytes += line(for: cookie) ?? [] }
        do throws(FileError) {
            try FileSystem.createDirectories(FilePath.directory(of: path), mode: 0o700)
            try FileSystem.replace(path, with: Octets(bytes), mode: 0o600)
        } catch {
            throw CookieFileError(path: path, description: error.description)
        }
    }

    private static func line(for cookie: Cookie) -> [UInt8]? {
        let tab: UInt8 = 0x09
        guard !cookie.nameBytes.contains(tab), !cookie.valueBytes.contains(tab),
            !cookie.path.utf8.contains(tab)
        else { return nil }
        let flags = [
            (cookie.isHTTPOnly ? secretPrefix : "") + (cookie.isHostOnly ? "" : ".")
                + cookie.domain,
            cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
            "\(cookie.expiry.map { max(1, $0.secondsSince1970) } ?? 0)",
        ]
        return Array(flags.joined(separator: "\t").utf8) + [tab] + cookie.nameBytes + [tab]
            + cookie.valueBytes + [0x0A]
    }

    private static func cookie(in line: [UInt8], now: HTTPDate) -> Cookie? {
        var line = line[...]
        while line.last == 0x0D { line.removeLast() }
        let isHTTPOnly = line.starts(with: secretPrefix.utf8)
        if isHTTPOnly { line = line.dropFirst(secretPrefix.utf8.count) }
        guard line.first != UInt8(ascii: "#") else { return nil }
        let parts = line.split(separator: 0x09, maxSplits: 6, omittingEmptySubsequences: false)
        guard parts.count >= 6 else { return nil }
        func text(_ index: Int) -> String { String(decoding: parts[index], as: UTF8.self) }
        guard !parts[0].isEmpty, let expiry = Int64(text(4)), parts[2].first == UInt8(ascii: "/")
        else { return nil }
        var cookie = Cookie(
            name: "",
            value: "",
            domain: text(0),
            isHostOnly: text(1).uppercased() != "TRUE",
            path: text(2),
            expiry: expiry == 0 ? nil : HTTPDate(secondsSince1970: expiry),
            isSecure: text(3).uppercased() == "TRUE",
            isHTTPOnly: isHTTPOnly,
            creation: now
        )
        cookie.nameBytes = Array(parts[5])
        cookie.valueBytes = parts.count > 6 ? Array(parts[6]) : []
        guard !(cookie.nameBytes.isEmpty && cookie.valueBytes.isEmpty) else { return nil }
        return cookie
    }
}

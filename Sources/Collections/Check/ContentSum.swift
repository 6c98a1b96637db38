import HTTPModel

/// A sum of content that conditions compare, by the name it has in files.
package enum ContentSum: String, Sendable, CaseIterable {
    /// SHA-256.
    case sha256
    /// SHA-512.
    case sha512
    /// SHA-1; for comparing with what others published, not for security.
    case sha1
    /// MD5; for comparing with what others published, not for security.
    case md5

    /// The sum of `octets`, in lower-case hexadecimal digits.
    func hexadecimal(of octets: Octets) -> String {
        let bytes =
            switch self {
            case .sha256: SHA256.hash(octets)
            case .sha512: SHA512.hash(octets)
            case .sha1: SHA1.hash(octets)
            case .md5: MD5.hash(octets)
            }
        return SHA256.hexadecimal(bytes)
    }
}

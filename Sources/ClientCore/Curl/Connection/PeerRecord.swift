import CCurl
import HTTPModel

/// What a server showed of itself while a TLS connection was made, also when that failed.
///
/// Owned by the transfer that makes the connection and by the connection itself, whichever lives
/// longer; both are on the transfer thread.
final class PeerRecord {
    /// The certificates, the server's own first.
    private(set) var certificates: [PeerCertificate] = []
    /// OpenSSL's verdict on them; `nil` when it was not asked for one.
    private(set) var verdict: Int?
    /// Whether the server asked for a certificate of ours.
    private(set) var isAskingForCertificate = false

    /// Makes libcurl tell every transfer about its TLS connections; only the first call does it.
    static func watch() { isWatching }

    private static let isWatching: Void = {
        var functions = unsafe cc_tls_watch(
            prepare: { context in
                let record = PeerRecord()
                unsafe Transfer.use(context) { $0.peer = record }
                return unsafe Unmanaged.passRetained(record).toOpaque()
            },
            certificate: { record, bytes, count in
                let data = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
                unsafe PeerRecord.from(record)?.add(data)
            },
            verified: { record, result in
                unsafe PeerRecord.from(record)?.verdict = result
            },
            asked: { record in
                unsafe PeerRecord.from(record)?.isAskingForCertificate = true
            },
            release: { record in
                guard let record = unsafe record else { return }
                unsafe Unmanaged<PeerRecord>.fromOpaque(record).release()
            }
        )
        unsafe cc_set_tls_watch(&functions)
    }()

    private static func from(_ record: UnsafeMutableRawPointer?) -> PeerRecord? {
        unsafe record.map { unsafe Unmanaged<PeerRecord>.fromOpaque($0).takeUnretainedValue() }
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        certificates.append(PeerCertificate(der: unsafe Octets(bytes)))
    }

    /// The words for OpenSSL's verdict `code`.
    static func text(ofVerdict code: Int) -> String {
        unsafe cc_verdict_text(code).map { unsafe String(cString: $0) } ?? "result \(code)"
    }
}

/// What is known of the open TLS connections, so that it is found out once for each.
final class ConnectionMemory {
    private var facts: [UInt: TLSFacts] = [:]

    /// How many connections are remembered at most.
    private static let limit = 256

    /// What is known of the connection that `easy` uses now; `nil` when nothing is.
    ///
    /// `isNew` says that the connection was made for this transfer, so what is remembered is of an
    /// older one.
    func facts(of easy: EasyHandle, isNew: Bool) -> TLSFacts? {
        var found = unsafe cc_tls_facts()
        guard unsafe cc_get_tls_facts(easy.raw, &found) == 1,
            let connection = unsafe found.connection
        else { return nil }
        let key = UInt(bitPattern: connection)
        if !isNew, let known = facts[key] { return known }
        var certificates: [PeerCertificate] = []
        unsafe withUnsafeMutablePointer(to: &certificates) { list in
            unsafe cc_each_certificate(
                connection,
                { list, bytes, count in
                    let data = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
                    let certificate = PeerCertificate(der: unsafe Octets(data))
                    unsafe list?.assumingMemoryBound(to: [PeerCertificate].self).pointee
                        .append(certificate)
                },
                list
            )
        }
        let new = TLSFacts(
            version: unsafe found.version.map { unsafe String(cString: $0) } ?? "",
            cipher: unsafe found.cipher.map { unsafe String(cString: $0) } ?? "",
            verification: TLSFacts.Verification(
                code: unsafe found.verified,
                text: unsafe PeerRecord.text(ofVerdict: found.verified)
            ),
            certificates: certificates
        )
        if facts.count >= Self.limit { facts = [:] }
        facts[key] = new
        return new
    }
}

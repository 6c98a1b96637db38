import CCurl
import Glibc
import HTTPModel

/// One libcurl transfer handle with its error text and its list of header lines.
///
/// Used by the transfer thread alone, from `init` to `deinit`; it is removed from its multi handle
/// before it is destroyed or used again.
///
/// - SeeAlso: <https://curl.se/libcurl/c/libcurl-easy.html>
@safe
final class EasyHandle {
    /// libcurl's handle.
    let raw: UnsafeMutableRawPointer
    /// The transfer that the callbacks report to; kept alive by the transfer thread.
    var transfer: Unmanaged<Transfer>?
    /// Whether libcurl shows what goes over the wire, and remarks on what it does.
    private var isShowing = false
    /// What the options and the URL are set for; `nil` when they must be set anew.
    var model: HandleModel?
    private var lastRemote = Endpoint()
    private var lastLocal = Endpoint()
    private let errorText: UnsafeMutablePointer<CChar>
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var proxyLines: UnsafeMutablePointer<curl_slist>?
    private var connectHosts: UnsafeMutablePointer<curl_slist>?
    private var addresses: UnsafeMutablePointer<curl_slist>?
    /// What was asked of this libcurl that it cannot do, as a fragment; `nil` when it can do all.
    private(set) var refusal: String?

    /// Creates a handle with no option set; `nil` when memory is short.
    init?() {
        guard let raw = unsafe cc_easy_init() else { return nil }
        unsafe self.raw = raw
        unsafe transfer = nil
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe (lines, proxyLines, connectHosts, addresses) = (nil, nil, nil, nil)
    }

    deinit {
        unsafe cc_easy_cleanup(raw)
        freeLists()
        unsafe errorText.deallocate()
    }

    /// Forgets all options, so that the handle can serve another transfer.
    func reset() {
        unsafe cc_easy_reset(raw)
        freeLists()
        refusal = nil
        isShowing = false
        unsafe errorText[0] = 0
        unsafe cc_set_pointer(raw, CURLOPT_ERRORBUFFER, errorText)
    }

    /// Lets libcurl show what goes over the wire, or keeps it from that; callbacks may do this, too.
    ///
    /// A remark that nobody reads takes libcurl as long as a field of the response.
    func show(_ isShowing: Bool) {
        guard isShowing != self.isShowing else { return }
        self.isShowing = isShowing
        set(CURLOPT_VERBOSE, isShowing ? 1 : 0)
    }

    /// Forgets the text for what went wrong.
    func clearProblem() { unsafe errorText[0] = 0 }

    private func freeLists() {
        unsafe cc_list_free(lines)
        unsafe cc_list_free(proxyLines)
        unsafe cc_list_free(connectHosts)
        unsafe cc_list_free(addresses)
        unsafe (lines, proxyLines, connectHosts, addresses) = (nil, nil, nil, nil)
    }

    /// libcurl's text for what went wrong; empty when it wrote none.
    var problem: String { unsafe String(cString: errorText) }

    /// Sets an option that takes a number or a switch.
    @discardableResult
    func set(_ option: CURLoption, _ value: Int) -> CURLcode {
        unsafe cc_set_long(raw, option, value)
    }

    /// Sets an option that takes a size in bytes.
    func setSize(_ option: CURLoption, _ value: Int) {
        unsafe cc_set_offset(raw, option, curl_off_t(value))
    }

    /// Sets an option that takes text, which libcurl copies.
    @discardableResult
    func set(_ option: CURLoption, _ value: String) -> CURLcode {
        unsafe value.withCString { unsafe cc_set_string(raw, option, $0) }
    }

    /// Sets an option that takes text, or with `nil` leaves it empty.
    func setText(_ option: CURLoption, _ value: String?) {
        guard let value else {
            unsafe cc_set_string(raw, option, nil)
            return
        }
        set(option, value)
    }

    /// Sets an option that takes octets, which libcurl copies.
    func setOctets(_ option: CURLoption, _ octets: Octets) -> CURLcode {
        unsafe octets.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return CURLE_BAD_FUNCTION_ARGUMENT }
            return unsafe cc_set_blob(raw, option, start, bytes.count)
        }
    }

    /// Notes that this libcurl lacks `what` when setting it gave another code than success.
    func require(_ what: String, _ code: CURLcode) {
        if code != CURLE_OK { refuse(what) }
    }

    /// Notes that this libcurl lacks `what`.
    func refuse(_ what: String) {
        guard refusal == nil else { return }
        let version = unsafe cc_version_text().map { unsafe String(cString: $0) } ?? ""
        refusal = "libcurl \(version) on this system was built without \(what)"
    }

    /// Sets an option that takes a pointer, which must stay valid until the transfer has ended.
    func setPointer(_ option: CURLoption, _ value: UnsafeRawPointer?) {
        unsafe cc_set_pointer(raw, option, value)
    }

    /// Adds a header line, given as the octets libcurl expects; an end mark is added.
    func addLine(_ line: inout [UInt8]) {
        line.append(0)
        unsafe line.withUnsafeBytes { bytes in
            guard let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else {
                return
            }
            if let longer = unsafe cc_list_append(lines, start) { unsafe lines = longer }
        }
    }

    /// Adds a header line for the proxy alone, and hands it to libcurl.
    func addProxyLine(_ line: String) {
        guard let longer = unsafe cc_list_append(proxyLines, line) else { return }
        unsafe proxyLines = longer
        unsafe cc_set_list(raw, CURLOPT_PROXYHEADER, proxyLines)
    }

    /// Forgets the header lines, which libcurl must get anew before it reads them.
    func clearLines() {
        unsafe cc_list_free(lines)
        unsafe cc_list_free(proxyLines)
        unsafe (lines, proxyLines) = (nil, nil)
    }

    /// Adds `host:port:host:port` to where connections go.
    func addConnectHost(_ text: String) {
        if let longer = unsafe cc_list_append(connectHosts, text) { unsafe connectHosts = longer }
    }

    /// Adds `host:port:address,…` to what is known of names.
    func addAddresses(_ text: String) {
        if let longer = unsafe cc_list_append(addresses, text) { unsafe addresses = longer }
    }

    /// Hands what was added so far about hosts and addresses to libcurl.
    func useOverrides() {
        unsafe cc_set_list(raw, CURLOPT_CONNECT_TO, connectHosts)
        if unsafe addresses != nil { unsafe cc_set_list(raw, CURLOPT_RESOLVE, addresses) }
    }

    /// Hands the header lines added so far to libcurl.
    func useLines() {
        unsafe cc_set_list(raw, CURLOPT_HTTPHEADER, lines)
    }

    /// A number libcurl knows about the transfer.
    func number(_ what: CURLINFO) -> Int { unsafe cc_get_long(raw, what) }

    /// A time libcurl measured, from the start of the transfer.
    func time(_ what: CURLINFO) -> Duration {
        .microseconds(unsafe Int64(cc_get_offset(raw, what)))
    }

    /// A text libcurl knows about the transfer; empty when it does not.
    func text(_ what: CURLINFO) -> String {
        unsafe cc_get_string(raw, what).map { unsafe String(cString: $0) } ?? ""
    }

    /// The address and port of the other side; empty when there is no connection.
    var remoteEndpoint: String {
        endpoint(CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT, last: &lastRemote)
    }

    /// The address and port of this side; empty when there is no connection.
    var localEndpoint: String {
        endpoint(CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT, last: &lastLocal)
    }

    private func endpoint(_ host: CURLINFO, _ port: CURLINFO, last: inout Endpoint) -> String {
        guard let address = unsafe cc_get_string(raw, host), unsafe address[0] != 0 else {
            return ""
        }
        let port = number(port)
        if last.port == port, unsafe last.host.withCString({ unsafe strcmp(address, $0) }) == 0 {
            return last.text
        }
        let host = unsafe String(cString: address)
        let isIPv6 = unsafe strchr(address, 0x3A) != nil
        let text = String(capacity: host.utf8.count + 23) { text in
            if isIPv6 { text.append(ascii: "[") }
            text.append(host)
            if isIPv6 { text.append(ascii: "]") }
            text.append(ascii: ":")
            text.append(decimal: max(0, port))
        }
        last = Endpoint(host: host, port: port, text: text)
        return text
    }
}

/// An end of the connection that was used last, most likely that of the next hop, too.
private struct Endpoint {
    var host = ""
    var port = 0
    /// As shown, IPv6 addresses in brackets.
    var text = ""
}

@available(*, unavailable)
extension EasyHandle: Sendable {}

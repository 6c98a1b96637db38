public import HTTPModel

/// What of a command line for `curl` is hidden.
///
/// The default shows everything, so that the command does what the request does.
package struct CurlRedaction: Sendable {
    /// The text of the target.
    package var target: @Sendable (TargetURI) -> String = { $0.text }
    /// The value of a field.
    package var field: @Sendable (HTTPField) -> String = { $0.value }
    /// Content, and other texts that may hold what is secret.
    package var text: @Sendable (String) -> String = { $0 }
    /// A credential.
    package var secret: @Sendable (Secret) -> String = { $0.value }

    /// Hides nothing.
    package init() {}

    /// Hides what a policy says; passwords always.
    package init(_ policy: RedactionPolicy) {
        target = { policy.redacting($0) }
        field = { policy.redacting($0) }
        text = { policy.redacting(content: $0) }
        secret = { _ in RedactionPolicy.placeholder }
    }
}

extension HTTPRequest {
    /// The request as a command line for `curl`, an option a line, quoted for a POSIX shell.
    ///
    /// Fields that the pipeline would add are left to curl. Content that is no plain text is written by
    /// `printf` and read from standard input, so the command is complete whatever it holds.
    ///
    /// - Parameter policy: What is hidden; `nil` hides nothing, and the command then sends what the
    ///   request says.
    /// - Returns: The command; several lines, the last without line end.
    public func curlCommand(redacting policy: RedactionPolicy? = .standard) -> String {
        let export = CurlExport(
            method: method,
            target: target,
            fields: fields,
            content: CurlContent(body),
            options: options,
            redaction: policy.map { CurlRedaction($0) } ?? CurlRedaction(),
            isComplete: false
        )
        return export.text
    }
}

extension SentRequest {
    /// The request as a command line for `curl` that sends the same fields, none more and none less.
    ///
    /// - Parameters:
    ///   - options: How the request was sent.
    ///   - policy: What is hidden; `nil` hides nothing.
    /// - Returns: The command; several lines, the last without line end.
    public func curlCommand(
        options: RequestOptions = RequestOptions(),
        redacting policy: RedactionPolicy? = .standard
    ) -> String {
        curlCommand(
            options: options,
            redaction: policy.map { CurlRedaction($0) } ?? CurlRedaction()
        )
    }

    /// The request as a command line for `curl`, with a redaction of one's own.
    package func curlCommand(options: RequestOptions, redaction: CurlRedaction) -> String {
        let export = CurlExport(
            method: method,
            target: target,
            fields: fields,
            content: CurlContent(self),
            options: options,
            redaction: redaction,
            isComplete: true
        )
        return export.text
    }
}

/// Makes the text of a command line.
struct CurlExport {
    let method: HTTPMethod
    let target: TargetURI
    let fields: HTTPFields
    let content: CurlContent
    let options: RequestOptions
    let redaction: CurlRedaction
    /// Whether `fields` are all there are, so that curl must add none of its own.
    let isComplete: Bool

    /// From here on curl asks first whether content is welcome, unless told not to.
    private static let expectThreshold = 1 << 20

    /// The whole command.
    var text: String {
        var parts: [String] = []
        if method == .head {
            parts.append("--head")
        } else if method != (content == .none ? .get : .post) {
            parts.append("-X \(ShellQuoting.quoted(method.rawValue))")
        }
        let url = redaction.target(target)
        parts.append(ShellQuoting.quoted(url))
        if url.contains(where: { "[]{}".contains($0) }) { parts.append("--globoff") }
        if target.path.contains("/.") { parts.append("--path-as-is") }
        parts += fieldParts
        parts += CurlOptionsText(options: options, redaction: redaction).parts
        let text = CurlContentText(content: content, redaction: redaction)
        return text.source + (["curl"] + parts + text.parts).joined(separator: " \\\n  ")
    }

    /// Whether there is content that curl would call a form of its own accord.
    private var hasContentOfOnePiece: Bool {
        switch content {
        case .none, .form: false
        case .octets, .file, .standardInput: true
        }
    }

    private var fieldParts: [String] {
        var parts: [String] = []
        for field in fields where !isImplied(field) {
            let value = redaction.field(field)
            let line = value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"
            parts.append("-H \(ShellQuoting.quoted(line))")
        }
        var unwanted: [String] = []
        if hasContentOfOnePiece { unwanted.append("Content-Type") }
        if mayExpect { unwanted.append("Expect") }
        if isComplete { unwanted += ["User-Agent", "Accept"] }
        for name in unwanted where !fields.contains(named: name) { parts.append("-H '\(name):'") }
        return parts
    }

    /// Whether there may be so much content that curl asks first whether it is welcome.
    private var mayExpect: Bool {
        switch content {
        case .none: false
        case .octets(let octets): octets.count >= Self.expectThreshold
        case .file, .form, .standardInput: true
        }
    }

    /// Whether the host is an address that curl writes out, such as `127.1`.
    private var isShorthand: Bool {
        let parts = target.host.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.last?.utf8.first, (0x30...0x39).contains(first) else {
            return false
        }
        return parts.count != 4 || !parts.allSatisfy { UInt8($0).map { "\($0)" } == String($0) }
    }

    /// Whether curl writes the same field itself.
    private func isImplied(_ field: HTTPField) -> Bool {
        if field.isNamed("Host") { return field.value == target.authority && !isShorthand }
        if field.isNamed("Content-Length") { return content != .none }
        if case .awsSigV4? = options.authentication, isSignature(field) { return true }
        // Curl lists the codings in another order; `--compressed` removes them all the same.
        guard field.isNamed("Accept-Encoding"), !isComplete else { return false }
        return options.isDecoding && field.value == RequestPreparation.contentCodings
    }

    /// Whether a field is part of a signature: curl signs anew, with a date of its own, and sends no
    /// content beside a signature that it is given.
    private func isSignature(_ field: HTTPField) -> Bool {
        if field.isNamed("Authorization") { return field.value.contains("-HMAC-SHA256 ") }
        let name = field.name.lowercased()
        return name.hasPrefix("x-") && name.hasSuffix("-date")
    }
}

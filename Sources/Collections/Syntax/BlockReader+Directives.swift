import HTTPModel

extension BlockReader {
    /// Reads a `# @name value` line.
    mutating func readDirective() {
        guard let parts = source.directive(line) else { return take(.comment) }
        let name = source.text(parts.name)
        let value = source.text(parts.value)
        request.directives.append(
            Directive(name: name, value: value, location: source.location(parts.at))
        )
        layout.directives.append(
            DirectiveLayout(line: line.start..<line.next, name: parts.name, value: parts.value)
        )
        let valueOffset = parts.value.lowerBound
        take(.directive)
        do {
            try apply(name, value, at: valueOffset)
        } catch {
            report(valueOffset, error.message)
        }
    }

    /// Why the value of a directive is refused.
    struct Fault: Error {
        var message: String
    }

    private mutating func apply(_ name: String, _ value: String, at offset: Int) throws(Fault) {
        switch name {
        case "tag", "tags":
            request.tags += value.split { $0 == "," || $0 == " " }.map(String.init)
        case "timeout": request.settings.timeout = try duration(value, name)
        case "connection-timeout": request.settings.connectTimeout = try duration(value, name)
        case "headers-timeout": request.settings.headersTimeout = try duration(value, name)
        case "idle-timeout": request.settings.idleTimeout = try duration(value, name)
        case "total-timeout": request.settings.totalTimeout = try duration(value, name)
        case "content-limit": request.settings.contentLimitInBytes = try byteCount(value, name)
        case "name": break
        case "no-redirect": request.settings.isFollowingRedirects = false
        case "no-cookie-jar": request.settings.usesCookieJar = false
        case "insecure", "no-reject-unauthorized": request.settings.isInsecure = true
        case "proxy": request.settings.proxy = value
        case "no-proxy": request.settings.proxy = ""
        case "ref", "forceRef":
            let name = try text(value, name, "the name of a request")
            request.settings.requiredRequests.append(
                Directive(name: "ref", value: name, location: source.location(offset))
            )
        case "note": request.settings.note = value
        case "unix-socket": request.settings.unixSocket = try text(value, name, "a path")
        case "resolve":
            request.settings.resolve.append(try text(value, name, "host:port:address"))
        case "connect-to":
            request.settings.connectTo.append(try text(value, name, "host:port:host:port"))
        case _ where name.hasPrefix("tls-"): try applyTLS(name, value)
        case "token": request.token = try token(value)
        case "prompt": request.settings.prompts.append(try prompt(value))
        case "assert": try addAssertion(value, at: offset)
        case "capture": try addCapture(value, at: offset)
        default: try applyOther(name, value, at: offset)
        }
    }

    private mutating func applyTLS(_ name: String, _ value: String) throws(Fault) {
        switch name {
        case "tls-ca": request.settings.tls.authorities = try text(value, name, "a PEM file")
        case "tls-cert":
            let words = value.split { $0 == " " || $0 == "\t" }.map(String.init)
            guard (1...2).contains(words.count) else {
                throw Fault(message: "@tls-cert takes a file, and the file of the key if another")
            }
            request.settings.tls.certificate = words[0]
            request.settings.tls.key = words.count > 1 ? words[1] : nil
        case "tls-passphrase":
            request.settings.tls.passphrase = try text(value, name, "the passphrase of the key")
        case "tls-pin":
            let pin = try text(value, name, "sha256// and the Base64 of the key's hash")
            request.settings.tls.pins.append(pin)
        case "tls-min": request.settings.tls.minimum = try version(value, name)
        case "tls-max": request.settings.tls.maximum = try version(value, name)
        default: listNotRun(name, value)
        }
    }

    private func version(
        _ value: String,
        _ name: String
    ) throws(Fault) -> TLSConfiguration.Version {
        guard let version = TLSConfiguration.Version(value) else {
            throw Fault(
                message: "@\(name) takes 1.0, 1.1, 1.2 or 1.3, not \(TextQuote.quoted(value))"
            )
        }
        return version
    }

    func text(
        _ value: String,
        _ name: String,
        _ what: String
    ) throws(Fault) -> String {
        guard !value.isEmpty else { throw Fault(message: "@\(name) takes \(what)") }
        return value
    }

    func duration(_ value: String, _ name: String) throws(Fault) -> Duration {
        guard let duration = DurationText.duration(value) else {
            throw Fault(
                message: "@\(name) takes a number and ms, s or m, not \(TextQuote.quoted(value))"
            )
        }
        return duration
    }

    func byteCount(_ value: String, _ name: String) throws(Fault) -> Int {
        guard let count = ByteCountText.count(value) else {
            throw Fault(
                message:
                    "@\(name) takes a number and B, kB, MB, GB, KiB, MiB or GiB, not \(TextQuote.quoted(value))"
            )
        }
        return count
    }

    func token(_ value: String) throws(Fault) -> TokenSetting {
        do {
            return try TokenSetting(text: value)
        } catch {
            throw Fault(message: error.detail)
        }
    }

    private func prompt(_ value: String) throws(Fault) -> Prompt {
        let words = value.split(separator: " ", maxSplits: 1)
        guard let name = words.first, name.utf8.allSatisfy(Byte.isName) else {
            throw Fault(message: "@prompt takes the name of a variable, and a text to show")
        }
        return Prompt(name: String(name), message: words.count > 1 ? String(words[1]) : "")
    }

    /// Where the directive just read is, as a condition or capture.
    private var statement: StatementLayout? {
        layout.directives.last.map { directive in
            let start = source.trimmed(directive.line).lowerBound
            return StatementLayout(
                line: directive.line,
                mark: start..<directive.name.upperBound,
                text: directive.value
            )
        }
    }

    private mutating func addAssertion(_ value: String, at offset: Int) throws(Fault) {
        switch AssertionReader.read(value, at: source.location(offset)) {
        case .assertion(let assertion):
            request.assertions.append(assertion)
            if let statement { layout.assertions.append(statement) }
        case .foreign: request.notRun.append("@assert " + value)
        case .fault(let message): throw Fault(message: message)
        }
    }

    private mutating func addCapture(_ value: String, at offset: Int) throws(Fault) {
        switch CaptureReader.read(value, at: source.location(offset)) {
        case .capture(let capture):
            request.captures.append(capture)
            if let statement { layout.captures.append(statement) }
        case .foreign: request.notRun.append("@capture " + value)
        case .fault(let message): throw Fault(message: message)
        }
    }
}

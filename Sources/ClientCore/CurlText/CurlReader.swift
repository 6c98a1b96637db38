import HTTPModel

extension CurlCommand {
    /// Reads every `curl` command of a text: a paste from a browser, a document or a terminal.
    ///
    /// Text of a POSIX shell and of the Windows command prompt is understood; prompts, comments and other
    /// commands are passed over. `--next` and further commands each give a command of their own.
    ///
    /// - Parameter text: The text.
    /// - Returns: The commands, in order; never empty.
    /// - Throws: `CurlProblem` when no command `curl` is in the text.
    public static func read(_ text: String) throws(CurlProblem) -> [CurlCommand] {
        let bytes = Array(text.utf8)
        var commands: [CurlCommand] = []
        if CommandPromptText.isLikely(bytes) {
            commands = CurlReader.commands(CommandPromptText.words(bytes), input: nil)
        } else {
            let script = ShellScript(bytes)
            for command in script.commands {
                commands += CurlReader.commands(command.words, input: command.input)
            }
            for i in commands.indices { commands[i].notes = script.notes + commands[i].notes }
        }
        guard !commands.isEmpty else { throw CurlProblem("the text holds no curl command") }
        if text.unicodeScalars.contains(where: { "\u{2018}\u{2019}\u{201C}\u{201D}".contains($0) })
        {
            for i in commands.indices {
                commands[i].note("the text holds typographic quotes, which do not quote")
            }
        }
        return commands
    }
}

extension String {
    fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool { unicodeScalars.contains(scalar) }
}

/// Goes through the words of one command line.
struct CurlReader {
    private var words: ArraySlice<[UInt8]>
    private var done: [CurlCommand] = []
    private var command = CurlCommand()
    private let input: ShellScript.Input?
    /// What `-u`, `--digest` and others say together.
    var credentials = CurlCredentials()

    /// The commands of a command line, several when it has `--next`; none when it is not curl's.
    static func commands(_ words: [[UInt8]], input: ShellScript.Input?) -> [CurlCommand] {
        guard let start = words.firstIndex(where: isCurl), words[..<start].allSatisfy(isPrefix)
        else { return [] }
        var reader = CurlReader(words[(start + 1)...], input: input)
        reader.readAll()
        return reader.done
    }

    private static func isCurl(_ word: [UInt8]) -> Bool {
        let name = word.split(whereSeparator: {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
        })
        .last.map { String(decoding: $0, as: UTF8.self).lowercased() }
        return name == "curl" || name == "curl.exe"
    }

    /// Whether a command's name may stand behind `word`: an assignment, a prompt, `sudo` and the like.
    private static func isPrefix(_ word: [UInt8]) -> Bool {
        let text = String(decoding: word, as: UTF8.self)
        if ["sudo", "time", "env", "command", "exec", "nohup"].contains(text) { return true }
        if let equals = text.firstIndex(of: "="), equals != text.startIndex {
            return text[..<equals].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        return text.last.map { "$#%".contains($0) } ?? false
    }

    private init(_ words: ArraySlice<[UInt8]>, input: ShellScript.Input?) {
        self.words = words
        self.input = input
        begin()
    }

    private mutating func begin() {
        command = CurlCommand()
        command.input = input
        // What curl does unless it is told otherwise.
        command.options.redirects = .doNotFollow
        command.options.isDecoding = false
        command.options.timeouts = .init(connect: nil, headers: nil, idle: nil, total: nil)
        credentials = CurlCredentials()
    }

    private mutating func finish() {
        credentials.apply(to: &command)
        done.append(command)
    }

    private mutating func readAll() {
        var areOptionsOver = false
        while let word = words.popFirst() {
            if areOptionsOver || word.first != UInt8(ascii: "-") || word.count == 1 {
                command.urls.append(String(decoding: word, as: UTF8.self))
            } else if word == Array("--".utf8) {
                areOptionsOver = true
            } else if word[1] == UInt8(ascii: "-") {
                readLong(word[2...])
            } else {
                readLetters(word[1...])
            }
        }
        finish()
    }

    private mutating func readLong(_ word: ArraySlice<UInt8>) {
        let text = String(decoding: word, as: UTF8.self)
        if let (name, takesValue) = CurlOptionTable.name(text) {
            return apply(name, takesValue ? value(of: "--\(text)") : [])
        }
        // Not curl's way, but what people write.
        if let equals = word.firstIndex(of: UInt8(ascii: "=")),
            let (name, takesValue) = CurlOptionTable.name(
                String(decoding: word[..<equals], as: UTF8.self)
            ), takesValue
        {
            return apply(name, Array(word[(equals + 1)...]))
        }
        command.note("option --\(text.prefix { $0 != "=" }) is not known")
    }

    private mutating func readLetters(_ word: ArraySlice<UInt8>) {
        var rest = word
        while let letter = rest.popFirst() {
            let character = Character(Unicode.Scalar(letter))
            guard let name = CurlOptionTable.letters[character] else {
                command.note("option -\(character) is not known")
                continue
            }
            guard CurlOptionTable.name(name)?.takesValue == true else {
                apply(name, [])
                continue
            }
            return apply(name, rest.isEmpty ? value(of: "-\(character)") : Array(rest))
        }
    }

    private mutating func value(of option: String) -> [UInt8] {
        if let value = words.popFirst() { return value }
        command.note("option \(option) lacks its value")
        return []
    }

    private mutating func apply(_ name: String, _ value: [UInt8]) {
        if name == "next" {
            finish()
            begin()
            return
        }
        if CurlOptionTable.aboutOutput.contains(name) { return }
        let text = String(decoding: value, as: UTF8.self)
        let isKnown =
            command.applyContent(name, value) || command.applyHead(name, text)
            || command.applyConnection(name, text) || credentials.apply(name, text)
        if !isKnown { command.note("option --\(name) is left out") }
    }
}

/// What several options say together about who the client is.
struct CurlCredentials {
    private var user: String?
    private var scheme = "basic"
    private var aws: String?
    private var certificate: String?
    private var key: String?
    private var passphrase: String?
    private var proxyUser: String?
    private var proxyScheme = ProxyServer.Authentication.basic

    /// Takes one option; `false` when it is about something else.
    mutating func apply(_ name: String, _ text: String) -> Bool {
        switch name {
        case "user": user = text
        case "digest", "ntlm", "negotiate": scheme = name
        case "aws-sigv4": aws = text
        case "cert": certificate = text
        case "key": key = text
        case "pass": passphrase = text
        case "proxy-user": proxyUser = text
        case "proxy-basic": proxyScheme = .basic
        case "proxy-digest": proxyScheme = .digest
        case "proxy-ntlm": proxyScheme = .ntlm
        case "proxy-negotiate": proxyScheme = .negotiate
        case "proxy-anyauth": proxyScheme = .any
        default: return false
        }
        return true
    }

    /// Puts what was said into the command.
    func apply(to command: inout CurlCommand) {
        command.authentication = authentication
        if let certificate {
            let (file, secret) = Self.halves(certificate)
            var tls = command.options.tls ?? TLSConfiguration()
            tls.clientCertificate = .pem(
                certificate: .file(file),
                key: key.map { .file($0) },
                passphrase: (secret ?? passphrase).map { Secret($0) }
            )
            command.options.tls = tls
        }
        // User and password may stand in the proxy's URL, too: the scheme is for them all the same.
        if case .server(var server) = command.options.proxyConfiguration {
            if let proxyUser {
                let (name, password) = Self.halves(proxyUser)
                server.user = name
                server.password = password.map { Secret($0) }
            }
            server.authentication = proxyScheme
            command.options.proxyConfiguration = .server(server)
        }
    }

    private var authentication: HTTPAuthentication? {
        if scheme == "negotiate", user != nil { return .negotiate }
        guard let user else { return nil }
        let (name, password) = Self.halves(user)
        let secret = Secret(password ?? "")
        if let aws {
            let parts = aws.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            var signing = AWSSigning(keyID: name, secret: secret)
            signing.provider = parts.prefix(2).joined(separator: ":")
            if parts.count > 2, !parts[2].isEmpty { signing.region = parts[2] }
            if parts.count > 3, !parts[3].isEmpty { signing.service = parts[3] }
            return .awsSigV4(signing)
        }
        switch scheme {
        case "digest": return .digest(user: name, password: secret)
        case "ntlm": return .ntlm(user: name, password: secret)
        default: return .basic(user: name, password: secret)
        }
    }

    private static func halves(_ text: String) -> (String, String?) {
        guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}

import HTTPModel

extension PreparedRequest {
    /// Applies what the options say about authentication, as far as fields can.
    ///
    /// An `Authorization` field that is there wins. Basic becomes a field at once; what needs a
    /// challenge is left to the transport; a signature is made for each hop, by `sign`.
    ///
    /// - Throws: `PreparationFailure` with code `token` when a signature cannot be made.
    mutating func applyAuthentication() throws(PreparationFailure) {
        guard let authentication = options.authentication else { return }
        guard !fields.contains(named: "Authorization") else {
            options.authentication = nil
            return
        }
        switch authentication {
        case .basic(let user, let password):
            let credentials = Base64.encode("\(user):\(password.value)".utf8)
            fields.append("Authorization", "Basic " + credentials)
            options.authentication = nil
        case .awsSigV4(let signing):
            _ = try AWSSignature(signing, host: target.host)
        case .digest, .ntlm, .negotiate:
            break
        }
    }

    /// Signs the request when its options say so; they do not any more afterwards.
    mutating func sign(at date: @autoclosure () -> HTTPDate) {
        guard case .awsSigV4(let signing) = options.authentication else { return }
        options.authentication = nil
        // That a signature can be made was found out when the request was prepared.
        guard let signature = try? AWSSignature(signing, host: target.host) else { return }
        signature.sign(&self, at: date())
    }
}

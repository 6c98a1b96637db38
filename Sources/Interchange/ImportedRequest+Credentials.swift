import Collections
import HTTPModel

extension ImportedPair {
    /// Whether the name can stand in a head, once its variables are filled in.
    var isField: Bool { HTTPToken.isToken(name) || name.contains("{{") }
}

extension ImportedRequest {
    /// Adds user and password as the shorthand that is encoded when the request is sent.
    ///
    /// - Parameters:
    ///   - scheme: `Basic`, `Digest` or `NTLM`.
    ///   - user: The user, a template.
    ///   - password: The password, a template; may be empty.
    mutating func addCredentials(_ scheme: String, user: String, password: String) {
        let isLiteral = !user.contains("{{") && !password.contains("{{")
        if scheme == "Basic", isLiteral, user.contains(where: \.isWhitespace) {
            // The shorthand ends the user at the first blank.
            let encoded = Base64.encode("\(user):\(password)".utf8)
            return addMissingField("Authorization", "Basic \(encoded)")
        }
        let pair = password.isEmpty && scheme == "Basic" ? "\(user):" : "\(user) \(password)"
        addMissingField("Authorization", "\(scheme) \(pair)")
    }

    /// Adds the shorthand for a signature of AWS; empty parts are left out.
    mutating func addAWSCredentials(
        keyID: String,
        secret: String,
        token: String = "",
        region: String = "",
        service: String = ""
    ) {
        var value = "AWS \(keyID) \(secret)"
        for (name, text) in [("token", token), ("region", region), ("service", service)]
        where !text.isEmpty {
            value += " \(name):\(text)"
        }
        addMissingField("Authorization", value)
    }

    /// Sets a bearer token; with another prefix than `Bearer` it becomes a field as it is.
    mutating func setBearer(_ token: String, prefix: String) {
        self.token =
            prefix.isEmpty || prefix == "Bearer"
            ? .bearer(token) : .field(name: "Authorization", value: "\(prefix) \(token)")
    }
}

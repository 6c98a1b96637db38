import Collections
import Documents

/// Reads Bruno's `auth` objects.
enum BrunoAuth {
    static func apply(_ auth: JSONValue?, to request: inout ImportedRequest) {
        guard let auth, auth.members != nil else { return }
        let mode = auth.text("mode")
        let value = auth[mode] ?? .null
        func text(_ key: String) -> String { BrunoTemplate.converted(value.text(key)) }
        switch mode {
        case "", "none", "inherit": break
        case "bearer": request.token = .bearer(text("token"))
        case "basic":
            request.addCredentials("Basic", user: text("username"), password: text("password"))
        case "digest":
            request.addCredentials("Digest", user: text("username"), password: text("password"))
        case "ntlm":
            request.addCredentials("NTLM", user: text("username"), password: text("password"))
        case "apikey":
            request.token =
                value.text("placement").hasPrefix("query")
                ? .query(name: text("key"), value: text("value"))
                : .field(name: text("key"), value: text("value"))
        case "awsv4":
            request.addAWSCredentials(
                keyID: text("accessKeyId"),
                secret: text("secretAccessKey"),
                token: text("sessionToken"),
                region: text("region"),
                service: text("service")
            )
        default: request.notes.append("authentication of the type \(mode)")
        }
    }
}

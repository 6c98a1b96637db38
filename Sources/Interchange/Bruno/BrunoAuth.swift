import Collections
import Documents

/// Reads Bruno's `auth` objects.
enum BrunoAuth {
    static func apply(_ auth: JSONValue?, to request: inout ImportedRequest) {
        guard let auth, auth.members != nil else { return }
        let mode = auth.text("mode")
        let value = auth[mode] ?? .null
        func text(_ key: String) -> String { BrunoTemplate.converted(value.text(key)) }
        let pair = "\(text("username")) \(text("password"))"
        switch mode {
        case "", "none", "inherit": break
        case "bearer": request.token = .bearer(text("token"))
        case "basic": request.addMissingField("Authorization", "Basic \(pair)")
        case "digest": request.addMissingField("Authorization", "Digest \(pair)")
        case "ntlm": request.addMissingField("Authorization", "NTLM \(pair)")
        case "apikey":
            request.token =
                value.text("placement").hasPrefix("query")
                ? .query(name: text("key"), value: text("value"))
                : .field(name: text("key"), value: text("value"))
        case "awsv4":
            var credentials = "AWS \(text("accessKeyId")) \(text("secretAccessKey"))"
            for (name, key) in [
                ("token", "sessionToken"), ("region", "region"), ("service", "service"),
            ] where !text(key).isEmpty {
                credentials += " \(name):\(text(key))"
            }
            request.addMissingField("Authorization", credentials)
        default: request.notes.append("authentication of the type \(mode)")
        }
    }
}

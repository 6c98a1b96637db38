import Documents
import HTTPModel

/// A GraphQL query as people write it, made into the JSON that is sent.
///
/// The query comes first; after an empty line may follow an object of variables.
///
/// - SeeAlso: GraphQL over HTTP, "Request".
enum GraphQLContent {
    static func json(_ octets: Octets, operation: String? = nil) -> Octets {
        let text = octets.text
        var query = text.trimmingSpace
        var variables: String?
        let source = SourceText(octets)
        for (i, line) in source.lines.enumerated().reversed() where i > 0 {
            guard source.isBlank(source.lines[i - 1]), source.starts(line.content, with: "{")
            else { continue }
            let rest = octets.slice(line.start..<octets.count)
            guard JSONTape(rest).fault == nil else { continue }
            query = octets.slice(0..<line.start).text.trimmingSpace
            variables = rest.text.trimmingSpace
            break
        }
        var json = "{\"query\":" + JSONValue.string(query).encoded(pretty: false)
        // The variables go out as written, so that numbers keep their digits.
        if let operation {
            json += ",\"operationName\":" + JSONValue.string(operation).encoded(pretty: false)
        }
        if let variables { json += ",\"variables\":" + variables }
        return Octets(utf8: json + "}")
    }
}

import Collections
import Documents
import HTTPModel
@testable import Interchange

extension FuzzTarget {
    /// Files of other tools.
    static let interchange = [
        imported("postman", "a.postman_collection.json", "postman"),
        imported("openapi-json", "openapi.json", "openapi"),
        imported("openapi-yaml", "openapi.yaml", "openapi"),
        imported("insomnia", "insomnia.yaml", "insomnia"),
        imported("bruno", "a.bru", "bruno"),
        imported("opencollection", "a.yml", "bruno"),
        imported("har", "a.har", "har"),
        imported("hoppscotch", "hoppscotch.json", "hoppscotch"),
        imported("thunder", "thunder-collection.json", "thunder"),
        imported("posting", "a.posting.yaml", "posting"),
        imported("slumber", "slumber.yml", "slumber"),
        imported("atac", "atac.json", "atac"),
        imported("hurl", "a.hurl", "hurl"),
        imported("curl-paste", "a.sh", "curl"),
        FuzzTarget(name: "yaml", maxLength: 2048, seeds: "slumber posting") { bytes in
            _ = try? JSONValue(parsingYAML: Octets(bytes))
        },
    ]

    /// Reads a file of another tool: what was read is written as a request file that reads back.
    private static func imported(_ name: String, _ path: String, _ seeds: String) -> FuzzTarget {
        FuzzTarget(name: name, maxLength: 8192, seeds: seeds) { bytes in
            let octets = Octets(bytes)
            guard let collection = try? Interchange.read(octets, path: path) else { return }
            let text = HTTPFileText.text(of: collection)
            let file = HTTPFile(Octets(utf8: text), path: "a.http")
            // A URL that is none is told of, and its request left out.
            hold(
                file.requests.count + file.problems.count >= collection.requests.count
                    && file.requests.count <= collection.requests.count,
                "\(collection.requests.count) requests are written, \(file.requests.count) read"
            )
            _ = try? InterchangeReader().read(octets, path: path) { _ in nil }
        }
    }
}

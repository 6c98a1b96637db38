import Collections
import Files
import Glibc
import HTTPModel
import TestSupport
import Testing

@testable import Interchange

/// Saved requests as functions of a Swift program.
@Suite struct SwiftWriterTests {
    private static let sample = """
        @base = http://shop.test
        ### Create an order
        # Makes one.
        # @token bearer {{token}}
        # @no-redirect
        # @timeout 1500 ms
        # @assert status == 201
        POST {{base}}/orders?x={{$uuid}}
        Content-Type: application/json
        # X-Off: 1

        {
          "n": "{{name}}", "q": "a\\b"
        }

        ### Upload
        PUT {{base}}/u
        Authorization: Basic me {{password}}
        Content-Type: multipart/form-data; boundary=b

        --b
        Content-Disposition: form-data; name="f"; filename="a.png"
        Content-Type: image/png

        < a.png
        --b
        Content-Disposition: form-data; name="n"

        x "y"
        --b--

        ### Default
        PURGE http://h/\\{{x}}

        ### Default
        GET http://h

        ### Query
        # @graphql
        POST http://h/graphql

        { shop(id: "1") { name } }

        {"v": 1}
        """

    private func written() -> SwiftWriter {
        let file = HTTPFile(Octets(utf8: Self.sample), path: "a.http")
        let collection = RequestCollection(
            root: "/c",
            name: "c",
            files: [RequestFile(path: "a.http", absolutePath: "/c/a.http", source: file)]
        )
        var writer = SwiftWriter(collection: collection)
        for request in collection.allRequests { writer.add(request) }
        return writer
    }

    @Test func aRequestBecomesAFunction() {
        let writer = written()
        let wanted = ##"""
            /// Create an order
            ///
            /// Makes one.
            ///
            /// From a.http, line 2.
            func createAnOrder(
                client: HTTPClient = HTTPClient(),
                base: String = "http://shop.test",
                uuid: String,
                name: String,
                token: String
            ) async throws -> Exchange {
                var request = HTTPRequest(
                    .post,
                    try TargetURI("\(base)/orders?x=\(uuid)"),
                    fields: [
                        HTTPField("Content-Type", "application/json"),
                    ],
                    body: .octets(Octets(utf8: #"""
                        {
                          "n": "\#(name)", "q": "a\b"
                        }
                        """#))
                )
                request.options.redirectLimit = 0
                request.options.timeouts.idle = .milliseconds(1500)
                request.options.timeouts.total = .milliseconds(1500)
                return try await client.send(request, token: .bearer(token))
            }

            """##
        #expect(writer.text.contains(wanted), "\(writer.text)")
        #expect(writer.notes.map(\.text) == ["# @assert"])
    }

    @Test func namesAreThoseOfSwift() {
        #expect(SwiftName.lowerCamel("GET /a/{id}") == "getAId")
        #expect(SwiftName.lowerCamel("createBooking") == "createBooking")
        #expect(SwiftName.lowerCamel("Orders / New one") == "ordersNewOne")
        #expect(SwiftName.lowerCamel("2fa") == "request2fa")
        #expect(SwiftName.lowerCamel("delete") == "delete")
        #expect(SwiftName.spelled("default") == "`default`")
        #expect(SwiftName.lowerCamel("—") == "request")
        let text = written().text
        #expect(text.contains("func `default`(") && text.contains("func default2("))
        #expect(text.contains("HTTPMethod(rawValue: \"PURGE\") ?? .get,"))
        #expect(text.contains(#"TargetURI("http://h/{{x}}")"#))
    }

    /// When the library was built beside these tests, the program text is checked against it.
    @Test func theProgramCompiles() async throws {
        let modules = ChildProgram.productFolder + "/Modules"
        guard FileSystem.exists(modules + "/NetworkClient.swiftmodule") else {
            return print("skipped: compiling exported Swift (the library is not built)")
        }
        let folder = try TemporaryFolder()
        try folder.write("Requests.swift", written().text)
        var arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules]
        for room in ["CCurl", "CSupport"] {
            let map = "\(ChildProgram.productFolder)/\(room).build/module.modulemap"
            arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
        }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
        let ending = try await ChildProgram.run(
            "/usr/bin/env",
            ["PATH=\(path)"] + arguments + [folder.file("Requests.swift")],
            limit: .seconds(120)
        )
        #expect(ending.exitCode == 0, "\(ending.diagnostics)\n\(written().text)")
    }
}

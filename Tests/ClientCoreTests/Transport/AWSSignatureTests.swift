import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Signatures by version 4 of AWS: its published examples, and a computation that is not ours.
@Suite struct AWSSignatureTests {
    /// A clock that stands at the date of the published examples, 2015-08-30 12:36:00 UTC.
    private struct StoppedTime: TimeSource {
        var now: Duration { .zero }
        var secondsSinceEpoch: Int64 { 1_440_938_160 }
        func sleep(for duration: Duration) async throws(CancellationError) {}
    }

    private func sent(
        _ method: HTTPMethod,
        _ target: String,
        _ signing: AWSSigning,
        fields: HTTPFields = [],
        body: String? = nil
    ) async throws -> PreparedRequest {
        let transport = StubTransport(redirects: [:])
        var client = HTTPClient(transport: transport)
        client.configuration.time = StoppedTime()
        var request = HTTPRequest(method, try TargetURI(target), fields: fields)
        if let body { request.body = .octets(Octets(utf8: body)) }
        request.options.authentication = .awsSigV4(signing)
        _ = try await client.send(request)
        return try #require(transport.sent.first)
    }

    private func example(_ service: String = "service") -> AWSSigning {
        AWSSigning(
            keyID: "AKIDEXAMPLE",
            secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
            region: "us-east-1",
            service: service
        )
    }

    @Test func thePublishedExamplesAreMet() async throws {
        let table: [(HTTPMethod, String, String)] = [
            (.get, "/", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
            (.post, "/", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
            (
                .get, "/?Param2=value2&Param1=value1",
                "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
            ),
        ]
        for (method, target, signature) in table {
            let request = try await sent(
                method,
                "https://example.amazonaws.com" + target,
                example()
            )
            #expect(
                request.fields["Authorization"]
                    == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/"
                    + "aws4_request, SignedHeaders=host;x-amz-date, Signature=" + signature
            )
            #expect(request.fields["X-Amz-Date"] == "20150830T123600Z")
            #expect(request.options.authentication == nil)
        }
        let listing = try await sent(
            .get,
            "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08",
            example("iam"),
            fields: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"]
        )
        #expect(
            listing.fields["Authorization"]?.hasSuffix(
                "=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"
            ) == true
        )
    }

    /// Computes the signature of a request anew from what a server would see.
    private static let script = #"""
        import hashlib, hmac, sys, urllib.parse
        method, target, body, service, secret = sys.argv[1:6]
        fields = dict(line.split(": ", 1) for line in sys.argv[6:])
        lower = {name.lower(): value for name, value in fields.items()}
        auth = lower["authorization"]
        scope = auth.split("Credential=")[1].split(",")[0].split("/", 1)[1]
        names = auth.split("SignedHeaders=")[1].split(",")[0]
        path, _, query = target.partition("?")
        if service != "s3": path = urllib.parse.quote(path, safe="/~")
        items = sorted(tuple((item + "=").split("=")[:2]) for item in query.split("&") if item)
        sha = lambda text: hashlib.sha256(text.encode()).hexdigest()
        canonical = "\n".join([method, path, "&".join("=".join(item) for item in items),
            "".join(f"{name}:{' '.join(lower[name].split())}\n" for name in names.split(";")),
            names, sha(body)])
        text = "\n".join(["AWS4-HMAC-SHA256", lower["x-amz-date"], scope, sha(canonical)])
        key = ("AWS4" + secret).encode()
        for part in scope.split("/") + [text]:
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        print(key.hex())
        """#

    @Test(arguments: ["s3", "execute-api"])
    func anotherComputationAgrees(_ service: String) async throws {
        var signing = example(service)
        signing.sessionToken = "session/token=="
        let target = "/a%20b/%C3%BC-c~d?b=2&a=%2F%20x&a=1&flag"
        let request = try await sent(
            .put,
            "https://bucket.test:8443" + target,
            signing,
            fields: ["Content-Type": "text/plain;  charset=utf-8", "X-Amz-Meta-A": " x   y "],
            body: "hello"
        )
        #expect(request.fields["X-Amz-Security-Token"] == "session/token==")
        let hash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        #expect(request.fields["X-Amz-Content-Sha256"] == (service == "s3" ? hash : nil))
        let other = try await ChildProgram.run(
            "/usr/bin/python3",
            [
                "-c", Self.script, "PUT", target, "hello", service, signing.secret.value,
            ] + request.fields.map { "\($0.name): \($0.value)" }
        )
        let signature = String(other.output.prefix { !$0.isNewline })
        #expect(signature.count == 64, "\(other.diagnostics)")
        #expect(request.fields["Authorization"]?.hasSuffix("Signature=" + signature) == true)
    }

    @Test func theHostMayNameRegionAndService() async throws {
        var signing = example()
        (signing.region, signing.service) = (nil, nil)
        let request = try await sent(.get, "https://sqs.eu-west-1.amazonaws.com/", signing)
        #expect(request.fields["Authorization"]?.contains("/eu-west-1/sqs/aws4_request") == true)
        await #expect(throws: PreparationFailure.self) {
            try await sent(.get, "https://example.test/", signing)
        }
        signing.provider = "osc"
        (signing.region, signing.service) = ("r", "s")
        let other = try await sent(.get, "https://example.test/", signing)
        #expect(other.fields["X-Osc-Date"] == "20150830T123600Z")
        #expect(other.fields["Authorization"]?.hasPrefix("OSC4-HMAC-SHA256 ") == true)
    }

    @Test(arguments: ["a\r\nX-Injected: 1", "a\n", "a\u{0}b"])
    func whatNoFieldCanHoldIsNotSigned(text: String) async throws {
        let changes: [(inout AWSSigning) -> Void] = [
            { $0.keyID = text }, { $0.sessionToken = Secret(text) }, { $0.region = text },
            { $0.service = text }, { $0.provider = text }, { $0.provider = text + ":amz" },
            { $0.provider = "aws:" + text }, { $0.provider = "aws:a b" },
        ]
        for change in changes {
            var signing = example()
            change(&signing)
            let error = await #expect(throws: PreparationFailure.self) {
                try await sent(.get, "https://example.test/", signing)
            }
            #expect(error?.code == .token)
            #expect(error?.description.contains("X-Injected") == false)
        }
    }
}

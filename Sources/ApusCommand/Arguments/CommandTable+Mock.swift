extension CommandTable {
    private static let port = OptionRow(
        "port",
        "p",
        value: "N",
        help: "listen on port N (default: a free one)"
    )
    private static let quiet = OptionRow("quiet", "q", help: "write no line for each request")

    /// The row of `apus mock`.
    static let mock = SubcommandRow(
        .mock,
        summary: "serve fixtures, and their failures, on loopback",
        operands: "[DIR|OPENAPI]|verify URL [RULE]...",
        operandCount: 0...Int.max,
        options: [
            port,
            OptionRow(
                "latency",
                value: "TIME",
                help: "wait before each answer: 80ms, 50ms..2s, or p50=40ms,p99=1s"
            ),
            OptionRow(
                "bandwidth",
                value: "BYTES",
                help: "send at most so many bytes a second: 50KB, 1.5MB"
            ),
            OptionRow(
                "cert",
                value: "KIND",
                help: "what TLS clients see: good (default), expired, wrong-host, self-signed, "
                    + "client-certificate, refused"
            ),
            OptionRow(
                "ca",
                value: "FILE",
                help: "write the certificate that signs those of the server to FILE"
            ),
            OptionRow("threads", value: "N", help: "serve by N threads (default: 2)"),
            OptionRow("log-json", help: "log each request as a line of JSON with its content"),
            OptionRow("show-secrets", help: "do not replace credentials in the log"),
            quiet,
            OptionRow("no-misses", help: "verify: fail when a request matched no fixture"),
            OptionRow("json", help: "verify: print JSON, schema 1"),
        ],
        details: [
            """
            DIR is a folder that holds Fixtures/, or such a folder itself (default: ./Collections \
            if there, else .). The first line on stdout is 'listening on http://127.0.0.1:PORT'; \
            then one line a request. The field Apus-Variant of a request chooses a variant. Changed \
            files are seen by the next request.
            """,
            """
            The same port speaks TLS with certificates made up for the host asked for, and is a \
            proxy for every host. /__apus lists what it tells about itself and takes orders.
            """,
            """
            OPENAPI is an OpenAPI 3 or Swagger 2 document: its examples, or values made of its \
            schemas, are the answers, other statuses and examples are variants, and requests that it \
            does not allow are refused with what is wrong.
            """,
            """
            verify asks a running server what it was asked for. A RULE is METHOD PATH, with '= N', \
            '>= N' or '<= N'; {name} in the path and * for the method stand for any. Without rules \
            the expectedCalls of fixtures count. Exits with 1 when something is not as expected.
            """,
        ],
        examples: [
            "apus mock Collections", "apus mock --port 8080 --latency p50=40ms,p99=900ms",
            "apus mock petstore.yaml", "apus mock --ca ca.pem --cert expired",
            "apus mock verify http://127.0.0.1:8080 'POST /bookings = 1' --no-misses",
        ]
    )

    /// The row of `apus record`.
    static let record = SubcommandRow(
        .record,
        summary: "stand before a service and keep what goes through",
        options: [
            OptionRow("upstream", "u", value: "URL", help: "the service to forward to"),
            port,
            OptionRow(
                "into",
                value: "DIR",
                help: "the folder to write to (default: ./Collections if there, else .)"
            ),
            OptionRow(
                "name",
                value: "FILE",
                help: "the request file to write in it (default: the service's host)"
            ),
            OptionRow(
                "exact",
                help: "write no fixture that stands for other identifiers than those asked for"
            ),
            OptionRow("insecure", "k", help: "do not verify the service's certificate"),
            quiet,
        ],
        details: [
            """
            Point a program at the address on the first line of stdout. Each exchange, failures too, \
            becomes a fixture in DIR/Fixtures and, unless there is one like it, a saved request in \
            DIR/FILE.http. Credentials and other secrets become placeholders before anything is \
            written. Identifiers in paths become variables such as {{userId}}, and the first success \
            of such a path is kept once more for all other identifiers. Ctrl-C ends it.
            """
        ],
        examples: [
            "apus record --upstream https://api.example.com/v1 --port 8080",
            "apus record -u http://127.0.0.1:3000 --into Collections --name local",
        ]
    )
}

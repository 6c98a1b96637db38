extension CommandTable {
    /// The row of `apus import`.
    static let importing = SubcommandRow(
        .import,
        summary: "write files of other tools as request files",
        operands: "FILE|FOLDER|-...",
        operandCount: 1...Int.max,
        options: [
            OptionRow(
                "output",
                "o",
                value: "FOLDER",
                help: "write there (default: beside each file)"
            ),
            OptionRow("dry-run", "n", help: "only say what would be written and left out"),
            OptionRow("force", help: "replace request files that exist"),
        ],
        details: [
            """
            Reads Postman, OpenAPI and Swagger, Insomnia, Bruno, OpenCollection, HAR, Hoppscotch, \
            Thunder Client, posting, slumber, ATAC, hurl and curl command lines; what a file is, its content decides. Each \
            becomes an .http file, environments become http-client.env.json and its private \
            sibling. What could not be carried over is printed request by request, and stands as a \
            comment above the request. With - a document on stdin becomes text on stdout.
            """,
            "These files also open in place: apus list, apus run and the explorer read them as they are.",
        ],
        examples: [
            "apus import shop.postman_collection.json", "apus import -n openapi.yaml",
            "apus import - < export.har > requests.http",
        ]
    )
}

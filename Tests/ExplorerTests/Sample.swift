import ClientCore
import CollectionRun
import Collections
import Explorer
import HTTPModel
import Screen

/// A small collection and what came of sending its requests, for tests.
enum Sample {
    static let bookings = """
        ### List bookings
        # @name list
        GET {{base}}/bookings?page=1&limit=20
        Accept: application/json

        ### Create a booking
        # @name create
        # @tag smoke
        # @token bearer {{accessToken}}
        # @assert status == 201
        POST {{base}}/bookings
        Content-Type: application/json
        X-Trace: {{trace}}

        {
          "room": 12,
          "guests": ["Zoë"]
        }

        """

    static let dogs = """
        ### Breeds
        # @name breeds
        GET {{base}}/breeds

        ### A breed that does not exist
        # @name missing
        GET {{base}}/breeds/unicorn

        """

    static let listKey = RequestKey(file: "bookings.http", index: 0)
    static let createKey = RequestKey(file: "bookings.http", index: 1)
    static let missingKey = RequestKey(file: "animals/dogs.http", index: 1)

    static func file(_ path: String, _ text: String) -> RequestFile {
        RequestFile(
            path: path,
            absolutePath: "/samples/\(path)",
            source: HTTPFile(Octets(utf8: text), path: path)
        )
    }

    static var collection: RequestCollection {
        let place = TextLocation(line: 1, column: 1)
        func variable(_ name: String, _ value: String) -> EnvironmentVariable {
            EnvironmentVariable(
                name: name,
                value: value,
                rank: .publicFile,
                file: "http-client.env.json",
                location: place
            )
        }
        return RequestCollection(
            root: "/samples",
            name: "samples",
            files: [file("animals/dogs.http", dogs), file("bookings.http", bookings)],
            environments: [
                RequestEnvironment(
                    name: "local",
                    variables: [
                        variable("base", "http://127.0.0.1:8080"),
                        variable("accessToken", "t0p-s3cret"),
                    ]
                ),
                RequestEnvironment(
                    name: "production",
                    variables: [variable("base", "https://api.example.test")]
                ),
            ],
            problems: [
                CollectionProblem(
                    file: "broken.http",
                    location: TextLocation(line: 3, column: 5),
                    message: "a request line needs a URL"
                )
            ]
        )
    }

    /// The explorer with the collection read and the first request selected.
    static func state(rows: Int = 24, columns: Int = 80) -> ExplorerState {
        var state = ExplorerState(path: "samples", size: Size(rows: rows, columns: columns))
        _ = update(&state, on: .collectionLoaded(LoadedCollection(collection)))
        return state
    }

    /// The explorer with a request open and the focus on a pane.
    static func state(
        open key: RequestKey,
        focus: Pane,
        rows: Int = 24,
        columns: Int = 80
    ) -> ExplorerState {
        var state = state(rows: rows, columns: columns)
        let index = state.treeRows.firstIndex { row in
            if case .request(key, _) = row.kind { true } else { false }
        }
        for _ in 0..<100 where state.tree.scroll.row != index {
            let step: Command = state.tree.scroll.row < index ?? 0 ? .moveDown : .moveUp
            _ = update(&state, on: .command(step))
        }
        state.focus = focus
        return state
    }

    /// Presses keys in the notation of `Key.sequence`.
    @discardableResult
    static func press(_ keys: String, _ state: inout ExplorerState) -> [Effect] {
        (Key.sequence(keys) ?? []).flatMap { update(&state, on: .input(.key($0))) }
    }
}

/// Settings in memory of their own, and none while they say nothing, as those of most requests do.
///
/// Copies share the memory; changing settings that are shared copies them first.
struct SharedSettings: Sendable, Equatable {
    /// `@unchecked Sendable` because a box that is shared is not changed any more.
    private final class Box: @unchecked Sendable {
        var value: RequestSettings

        init(_ value: RequestSettings) {
            self.value = value
        }
    }

    private static let silent = RequestSettings()
    private var box: Box?

    /// Whether nothing was ever said.
    var isSilent: Bool { box == nil }

    /// The settings.
    var value: RequestSettings {
        _read {
            if let box { yield box.value } else { yield Self.silent }
        }
        _modify {
            let kept = isKnownUniquelyReferenced(&box) ? box : nil
            let own = kept ?? Box(value)
            box = own
            yield &own.value
        }
    }

    // Parts that every run looks at, without a copy of all the others.

    var note: String? { box?.value.note }
    var prompts: [Prompt] { box?.value.prompts ?? [] }
    var requiredRequests: [Directive] { box?.value.requiredRequests ?? [] }
    var isGraphQL: Bool { box?.value.isGraphQL ?? false }
    var graphQLOperation: String? { box?.value.graphQLOperation }
    var authorization: SavedField? { box?.value.authorization }

    static func == (left: SharedSettings, right: SharedSettings) -> Bool {
        left.box === right.box || left.value == right.value
    }
}

// Parts of the settings that every run looks at: reading `settings` copies all of them.
extension SavedRequest {
    /// `# @note`: the text to show before the request is sent, which may be empty; `nil` does not ask.
    package var note: String? { sharedSettings.note }

    /// `# @prompt` lines, in order.
    package var prompts: [Prompt] { sharedSettings.prompts }

    /// `# @ref` and `# @forceRef`: the requests to send first, by name, and where each is written.
    var requiredRequests: [Directive] { sharedSettings.requiredRequests }

    /// `# @graphql`: the content is a GraphQL query, to be sent as JSON.
    var isGraphQL: Bool { sharedSettings.isGraphQL }

    /// `# @operation`: the operation of a GraphQL document to run.
    var graphQLOperation: String? { sharedSettings.graphQLOperation }

    /// `# @auth basic` and the like: the field to send when the request has none of the name.
    var authorization: SavedField? { sharedSettings.authorization }
}

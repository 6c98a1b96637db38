import HTTPModel

/// What only some requests say.
struct RequestDetails: Sendable, Equatable {
    var comment = ""
    var queryItems: [SavedQueryItem] = []
    var fields: [SavedField] = []
    var body = SavedBody.none
    /// The place where the content begins; `nil` when there is none.
    var bodyLocation: TextLocation?
    var token: TokenSetting?
    var assertions: [Assertion] = []
    var captures: [Capture] = []
    var directives: [Directive] = []
    var notRun: [String] = []
}

/// Details in memory of their own, and none while they say nothing.
///
/// Copies share the memory; changing details that are shared copies them first.
struct SharedDetails: Sendable, Equatable {
    /// `@unchecked Sendable` because a box that is shared is not changed any more.
    final class Box: @unchecked Sendable {
        var value: RequestDetails

        init(_ value: RequestDetails) {
            self.value = value
        }
    }

    /// The details; `nil` when nothing was ever said.
    private(set) var box: Box?

    /// Memory that is not shared, to change the details in.
    mutating func own() -> Box {
        if isKnownUniquelyReferenced(&box), let box { return box }
        let own = Box(box?.value ?? RequestDetails())
        box = own
        return own
    }

    static func == (left: SharedDetails, right: SharedDetails) -> Bool {
        if left.box === right.box { return true }
        return (left.box?.value ?? RequestDetails()) == (right.box?.value ?? RequestDetails())
    }
}

package import CollectionRun
package import Collections
package import Fixtures

/// The answer that a fixture is made of or compared with.
package struct FixtureSubject: Equatable, Sendable {
    /// The request.
    package var key: RequestKey
    /// What came of it.
    package var result: RunResult

    /// Creates a subject.
    package init(key: RequestKey, result: RunResult) {
        self.key = key
        self.result = result
    }
}

/// Where an answer differs from its fixture, gone through one difference after the other.
package struct DriftReview: Equatable, Sendable {
    /// What is compared.
    package var subject: FixtureSubject
    /// The fixture's head, relative to the folder of fixtures.
    package var fixturePath: String
    /// The fixture's content, relative to the folder of fixtures; `nil` when it has none.
    package var contentPath: String?
    /// The differences; never empty.
    package var drift: [Drift]
    /// Which one is asked about, from 0.
    package var position = 0
    /// The paths that are to be passed over from now on.
    package var ignored: [String] = []

    /// Creates a review that begins with the first difference.
    package init(
        subject: FixtureSubject,
        fixturePath: String,
        contentPath: String? = nil,
        drift: [Drift]
    ) {
        self.subject = subject
        self.fixturePath = fixturePath
        self.contentPath = contentPath
        self.drift = drift
    }

    /// Where a difference stands in the fixture's files.
    fileprivate func place(of drift: Drift) -> String {
        guard let contentPath, let location = drift.location else { return fixturePath }
        return "\(contentPath):\(location)"
    }
}

/// What came of comparing an answer with its fixture.
package enum FixtureComparison: Equatable, Sendable {
    /// The fixture still tells the truth.
    case same(fixturePath: String)
    /// The answer differs.
    case drift(DriftReview)
    /// Nothing could be compared.
    case impossible(reason: String)
}

/// What a review decided.
package struct DriftSettlement: Equatable, Sendable {
    /// What was compared.
    package var subject: FixtureSubject
    /// The collection the fixture belongs to.
    package var collection: RequestCollection
    /// The fixture's head, relative to the folder of fixtures.
    package var fixturePath: String
    /// The paths to pass over from now on.
    package var ignored: [String]
    /// Whether what came becomes the fixture.
    package var isAccepted: Bool
    /// Whether the fixture differs from what came in paths that are not passed over.
    package var leavesDrift = false

    /// Creates a settlement.
    package init(
        subject: FixtureSubject,
        collection: RequestCollection,
        fixturePath: String,
        ignored: [String],
        isAccepted: Bool,
        leavesDrift: Bool = false
    ) {
        self.subject = subject
        self.collection = collection
        self.fixturePath = fixturePath
        self.ignored = ignored
        self.isAccepted = isAccepted
        self.leavesDrift = leavesDrift
    }
}

/// What became of what a review decided.
package enum DriftOutcome: Equatable, Sendable {
    /// The fixture was written; its files, relative to the collection, head first.
    case written(paths: [String])
    /// Nothing was changed.
    case failed(reason: String)
}

/// A fixture that can answer a request offline.
package struct OfflineAnswer: Equatable, Sendable {
    /// What a request asks for to get it; empty for the usual answer.
    package var variant: String
    /// Its status or failure code.
    package var outcome: String
    /// The fixture's head, relative to the folder of fixtures.
    package var fixturePath: String

    /// Creates an answer.
    package init(variant: String, outcome: String, fixturePath: String) {
        self.variant = variant
        self.outcome = outcome
        self.fixturePath = fixturePath
    }
}

extension Dialog {
    /// Asks what to do about the difference that a review has come to.
    static func drift(_ review: DriftReview) -> Dialog {
        let drift = review.drift[review.position]
        var answers = [Answer(key: "a", title: "Accept all")]
        var meanings = ["Accept all: what came is the new fixture, as a whole."]
        if !drift.path.isEmpty {
            answers.append(Answer(key: "i", title: "Ignore path"))
            meanings.append("Ignore path: \(drift.path) is passed over from now on.")
        }
        answers.append(Answer(key: "k", title: "Keep"))
        meanings.append("Keep: the fixture stays as it is here.")
        return Dialog(
            subject: .drift(review),
            title: "Difference \(review.position + 1) of \(review.drift.count)",
            lines: [drift.description, "", "Fixtures/\(review.place(of: drift))", ""] + meanings,
            answers: answers,
            selected: answers.count - 1
        )
    }
}

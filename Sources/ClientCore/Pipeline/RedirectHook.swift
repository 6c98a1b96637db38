public import HTTPModel

/// A redirect that is about to be followed, for a program that wants a say.
public struct RedirectProposal: Sendable {
    /// The response that redirects.
    public var response: HTTPResponseHead
    /// What it answers.
    public var request: PreparedRequest
    /// What would be sent next, credentials of another origin already left out; cookies of the jar
    /// are added later.
    public var next: PreparedRequest
    /// What was decided and why.
    public var decision: RedirectDecision
    /// How many redirects were followed before.
    public var followed: Int
}

/// What to do about a redirect.
public enum RedirectChoice: Hashable, Sendable {
    /// Follow it as proposed.
    case follow
    /// Follow it with this request instead; its framing fields are made true to its content.
    case send(PreparedRequest)
    /// Do not follow it: the redirect itself is the response.
    case stop
}

public import Domain

/// What auth knows that bears on whether a person can sync.
public struct StandingFacts: Sendable, Hashable {
    /// The person.
    public let account: AccountRecord
    /// Their group and its policies.
    public let group: FacilityGroup
    /// Their live sessions, newest first.
    public let sessions: [SessionRecord]
    /// Why the session that ended last is over; nil when none has.
    public let lastEnded: SessionEnd?
    /// Whether a code is out that was neither used nor has run out.
    public let hasOpenChallenge: Bool
}

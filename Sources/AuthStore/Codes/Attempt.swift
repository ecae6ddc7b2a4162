public import Primitives

/// A guess that has been counted, durably, and may now be compared: once.
public struct Attempt: Sendable, Hashable {
    /// The challenge, this attempt counted in.
    public let challenge: ChallengeRecord
    /// How many attempts in a row this is for the device key and number.
    public let streak: Int64
    /// How many attempts the challenge has left after this one.
    public let left: Int
    /// The shard of the budget of wrong codes it drew on, if it did, and when.
    let budgetShard: Int64?, at: Instant

    /// What became of a guess.
    public enum Outcome: Sendable, Hashable {
        /// It is counted: compare it now.
        case counted(Attempt)
        /// There is no such open challenge for this purpose and device key.
        case over
        /// The challenge has had all its attempts.
        case exhausted
        /// The device key must wait; nothing was counted.
        case wait(until: Instant)
    }
}

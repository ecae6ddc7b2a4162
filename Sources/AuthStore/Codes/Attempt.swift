public import Primitives
import SQL

/// An attempt at a code that has been counted and committed. Its code may now be compared, once.
public struct Attempt: Sendable, Hashable {
    /// The challenge, with this attempt counted.
    public let challenge: ChallengeRecord
    /// The number of attempts of this device key at this phone number since its last right code or its last wait,
    /// including this attempt.
    public let streak: Int64
    /// The attempts the challenge has left after this one.
    public let left: Int
    /// The shard of the quota of wrong codes that this attempt was charged to; nil if it was not charged.
    let quotaShard: Int64?
    /// The time of the count, which determines the quota period that was charged.
    let countedAt: Instant

    public enum Outcome: Sendable, Hashable {
        /// The attempt is counted: compare the code now.
        case counted(Attempt)
        /// The device key has no challenge under this identifier for these purposes, or the challenge was used,
        /// ended or has expired; nothing was counted.
        case codeUnusable
        /// The challenge has had all its attempts; nothing was counted.
        case exhausted
        /// The device key has to wait because of its attempts in a row, or because it is not admitted on the number's
        /// account and the hourly quota of wrong codes is used up; nothing was counted.
        case wait(until: Instant)
    }

    /// Ends the streak after a right code, unless another attempt was counted since, and refunds the attempt's charge
    /// to the quota of wrong codes.
    func resetStreak(limits: SendLimits, in transaction: any Transaction) throws {
        try transaction.run(StreakTable.reset(self))
        guard let quotaShard else { return }
        try Quota.wrongCodes(limits).refund(to: quotaShard, at: countedAt, in: transaction)
    }
}

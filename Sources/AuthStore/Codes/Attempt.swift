import Audit
import Domain
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
    /// What the attempt is counted against as a possibly wrong code; nil if its device key held a full session of the
    /// number's account.
    let charge: Charge?
    /// The account of the number and the device that the key belongs to there; nil if there is none.
    let account: AccountID?, device: DeviceID?
    /// The time of the count, which determines the quota period that was charged.
    let countedAt: Instant

    enum Charge: Sendable, Hashable {
        /// A shard of the hourly quota of wrong codes.
        case quota(shard: Int64)
        /// The late attempts of an address group under each index key in use, while the quota is used up.
        case lateAttempt(groups: [[UInt8]])
    }

    public enum Outcome: Sendable, Hashable {
        /// The attempt is counted: compare the code now.
        case counted(Attempt)
        /// The device key has no challenge under this identifier for these purposes, or the challenge was used,
        /// ended or has expired; nothing was counted.
        case codeUnusable
        /// The challenge has had all its attempts; nothing was counted.
        case exhausted
        /// The device key has to wait because of its attempts in a row, or because the hourly quota of wrong codes is
        /// used up and the key or its address group entered wrong codes itself; nothing was counted.
        case wait(until: Instant)
    }

    /// Ends the streak after a right code, unless another attempt was counted since, and refunds the attempt's charge.
    func resetStreak(at now: Instant, in transaction: any Transaction) throws {
        try transaction.audit(.init(.accepted, AuditDetail.code, account: account, device: device, at: now))
        try transaction.run(StreakTable.reset(self))
        try charge.map { try WrongCodeLimit.refund($0, countedAt: countedAt, in: transaction) }
    }
}

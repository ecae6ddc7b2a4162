import Domain
import Primitives
import SQL

/// Opens challenges and counts their sending.
enum CodeSending {
    /// Opens a challenge in place of the device key's former one and queues its message.
    /// - Throws: ``Rollback`` with the outcome, if the device key has to wait or a limit allows no send.
    static func open(
        _ code: NewChallenge, within limits: SendLimits, at now: Instant, in transaction: any Transaction
    ) throws {
        try requireNoWait(for: code, at: now, in: transaction)
        let standing = try AccountTable.standing(
            ofKey: code.thumbprint, phone: code.phoneIndex, in: transaction)
        try countingSends {
            try SendCounting(
                keys: code.keys, limits: limits, standing: standing, thumbprint: code.thumbprint, purpose: code.purpose,
                now: now, transaction: transaction
            ).count()
        }
        try ChallengeTable.replace(with: code, at: now, in: transaction)
        // The replacement has waited for an attempt that was being counted at the former challenge. If that was the last one
        // before the device key has to wait, no message is sent any more.
        try requireNoWait(for: code, at: now, in: transaction)
        if let message = code.message { try transaction.run(OutboxTable.insert(message, at: now)) }
    }

    private static func requireNoWait(
        for code: NewChallenge, at now: Instant, in transaction: any Transaction
    ) throws {
        let until = try StreakTable.waitsUntil(
            phone: code.phoneIndex, thumbprint: code.thumbprint, at: now, in: transaction)
        if let until { throw Rollback(NewChallenge.Outcome.wait(until: until)) }
    }

    /// Counts the start of a registration in a group without verification, which sends no code, against the limits of
    /// the client's address.
    /// - Throws: ``Rollback`` with the outcome, if a limit does not allow the start.
    static func countStart(
        _ keys: SendKeys, within limits: SendLimits, at now: Instant, in transaction: any Transaction
    ) throws {
        try countingSends {
            try SendCounting(
                keys: keys, limits: limits, standing: .stranger, thumbprint: "", purpose: .registration, now: now,
                transaction: transaction
            ).countAddresses()
        }
    }

    private static func countingSends(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let exceeded as LimitExceeded {
            throw Rollback(NewChallenge.Outcome.sendLimit(retryAt: exceeded.retryAt))
        }
    }
}

import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Opens a challenge for an account's login or deletion: counts the send, ends this device key's former challenge
    /// and queues the message. A refusal leaves nothing behind.
    public func openChallenge(
        _ code: NewChallenge, within limits: SendLimits, idempotencyKey: IdempotencyKey?, response: [UInt8],
        at now: Instant
    ) async throws -> NewChallenge.Outcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: response, at: now, in: transaction) {
                return .replayed(stored)
            }
            try CodeSending.open(code, within: limits, at: now, in: transaction)
            return .opened
        }
    }

    /// Stops a prefix for an hour when fewer than 10 of the last 100 codes sent to it were used. Somebody may then be
    /// requesting codes only to earn a share of the price of the messages.
    ///
    /// A code counts once it is used or has expired, and only if it was sent after the last stop ended. The check and
    /// the stop are two transactions.
    /// - Returns: the end of the stop if this call stopped the prefix; otherwise nil.
    public func stopAbusedPrefix(_ prefix: String, at now: Instant) async throws -> Instant? {
        let isAbused = try await database.read { transaction in
            let until = try PrefixStopTable.stoppedUntil(prefix, in: transaction)
            if let until, until > now { return false }
            let recent = try ChallengeTable.recentUse(
                prefix: prefix, since: until ?? Instant(ms: 0), at: now, in: transaction)
            return recent.sent >= 100 && recent.used < 10
        }
        guard isAbused else { return nil }
        let until = now + .hours(1)
        return try await database.write { transaction in
            try transaction.run(PrefixStopTable.stop(prefix, until: until))
            return transaction.changes == 1 ? until : nil
        }
    }
}

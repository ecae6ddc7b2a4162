public import Domain
import FaultInjection
public import Primitives
import SQL

extension AuthStore {
    /// Counts one more attempt at a challenge, durably, before anything is compared: neither a crash nor a burst of
    /// parallel guesses earns a free try.
    ///
    /// Attempts in a row are counted per (number, device key), so that a stranger's guesses never make the owner wait;
    /// the tenth makes that key wait at once, and a right code ends the row.
    /// - Parameters:
    ///   - purposes: what the method takes codes for.
    ///   - roll: picks the shard of the budget of wrong codes.
    public func countAttempt(
        at challenge: ChallengeID, for purposes: Set<CodePurpose>, by thumbprint: String, codes: CodeLimits,
        sends: SendLimits, roll: UInt64, at now: Instant
    ) async throws -> Attempt.Outcome {
        let outcome = try await change { transaction -> Attempt.Outcome in
            guard let open = try transaction.lockChallenge(challenge), open.thumbprint == thumbprint,
                purposes.contains(open.purpose)
            else { return .over }
            let streak = try transaction.lengthenStreak(of: open, codes: codes, at: now)
            let row = try transaction.first(
                Statement(
                    """
                    UPDATE otp_challenge SET tries = tries + 1
                    WHERE id = $1 AND tries < $2 AND used_at IS NULL AND ended_at IS NULL AND expires > $3
                    RETURNING \(ChallengeRecord.columns)
                    """, .id(challenge), .int(codes.perChallenge), .at(now)))
            guard let row else { throw Undo(Self.why(try transaction.challenge(challenge), codes, now)) }
            let counted = try ChallengeRecord(row)
            let owner = try transaction.isOwner(phone: open.phoneIndex, thumbprint: thumbprint)
            let shard = owner ? nil : try transaction.drawWrongBudget(sends, roll: roll, at: now)
            return .counted(
                Attempt(
                    challenge: counted, streak: streak, left: max(0, codes.perChallenge - Int(counted.tries)),
                    budgetShard: shard, at: now))
        }
        if case .counted = outcome { FailPoint.reached("after-reserve") }
        return outcome
    }

    /// Why a challenge takes no attempt.
    private static func why(_ challenge: ChallengeRecord?, _ codes: CodeLimits, _ now: Instant) -> Attempt.Outcome {
        guard let challenge, challenge.usedAt == nil, challenge.endedAt == nil, challenge.expires > now else {
            return .over
        }
        return .exhausted
    }
}

extension Transaction {
    /// Adds one to the attempts in a row, unless the device key has to wait.
    fileprivate func lengthenStreak(of challenge: ChallengeRecord, codes: CodeLimits, at now: Instant) throws -> Int64 {
        let row = try first(
            Statement(
                """
                INSERT INTO otp_streak (phone_index, thumbprint, failures, waits_until, at)
                VALUES ($1, $2, 1, 0, $3)
                ON CONFLICT (phone_index, thumbprint) DO UPDATE SET at = $3,
                    failures = CASE WHEN otp_streak.waits_until > 0 THEN 1 ELSE otp_streak.failures + 1 END,
                    waits_until = CASE WHEN otp_streak.waits_until = 0 AND otp_streak.failures + 1 >= $4
                        THEN CAST($5 AS BIGINT) ELSE 0 END
                WHERE otp_streak.waits_until <= $3 RETURNING failures
                """,
                .bytes(challenge.phoneIndex), .text(challenge.thumbprint), .at(now), .int(codes.inARow),
                .at(now + codes.wait)))
        if let row { return try row.int(0) }
        let until = try wait(phone: challenge.phoneIndex, thumbprint: challenge.thumbprint, at: now)
        throw Undo(Attempt.Outcome.wait(until: until ?? now + codes.wait))
    }

    fileprivate func drawWrongBudget(_ limits: SendLimits, roll: UInt64, at now: Instant) throws -> Int64 {
        do {
            return try Quota.wrongCodes(limits).draw(roll: roll, at: now, in: self)
        } catch let refusal as SendWindow.Refusal {
            throw Undo(Attempt.Outcome.wait(until: refusal.retryAt))
        }
    }

    /// Ends the row of wrong codes after a right one, unless another attempt was counted since, and gives back what it
    /// drew on the budget.
    func forgive(_ attempt: Attempt, sends: SendLimits) throws {
        try run(
            Statement(
                "DELETE FROM otp_streak WHERE phone_index = $1 AND thumbprint = $2 AND failures = $3",
                .bytes(attempt.challenge.phoneIndex), .text(attempt.challenge.thumbprint), .integer(attempt.streak)))
        guard let shard = attempt.budgetShard else { return }
        try Quota.wrongCodes(sends).giveBack(to: shard, at: attempt.at, in: self)
    }
}

extension Quota {
    /// The global budget of wrong codes.
    fileprivate static func wrongCodes(_ limits: SendLimits) -> Quota {
        Quota(name: "wrong", limit: limits.wrongPerHour, span: .hours(1))
    }
}

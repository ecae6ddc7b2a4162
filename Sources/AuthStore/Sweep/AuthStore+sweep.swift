import Domain
public import Primitives
public import SQL

extension AuthStore {
    /// Makes one pass: records the time that the host's clock shows, and sweeps what two sightings allow. Returns the times
    /// that may be believed.
    ///
    /// The end of holds, requested PINs, the end of reserved numbers and delayed acts are carried out at a time that was
    /// seen an hour before. An hour is also enough for request proofs: a proof whose row was deleted can be replayed only
    /// while it is accepted, for ``ShortLivedCredential/acceptedFor``, which is shorter.
    @discardableResult
    public func sweepTwiceSeen(at now: Instant, _ time: SweepTime, chunk: Int = 500) async throws -> SweepTimes {
        try await resumeHolds(limit: chunk, at: now)
        let elapsed = try await time.advance(on: database)
        let times = try await SweepTimes.record(now, elapsed: elapsed, in: database)
        _ = try await sweep(at: times, chunk: chunk)
        return times
    }

    /// Deletes rows that are no longer needed, expires registrations, and carries out what is due: the end of holds,
    /// requested PINs, the end of reserved numbers, and delayed acts. Returns how many rows it has handled.
    ///
    /// It deletes what was due at `now`; only ``sweepTwiceSeen(at:_:chunk:)`` may pass a time to it that is not known to be
    /// right.
    @discardableResult
    public func sweep(at now: Instant, chunk: Int = 500) async throws -> Int {
        try await sweep(at: SweepTimes(now), chunk: chunk)
    }

    /// Deletes what was due at the times that may be believed.
    ///
    /// Each transaction handles at most `chunk` rows and skips rows that another transaction has locked. Sessions stay
    /// for 395 days after their `expires`, as the record of why they ended. A ``Rule`` that fails does not keep the
    /// others from running; the first error is thrown at the end. Between transactions the sweep stops when its task is
    /// cancelled.
    func sweep(at times: SweepTimes, chunk: Int) async throws -> Int {
        var removed = 0, failure: (any Error)?
        var steps: [() async throws -> Int] = Self.rules.compactMap { rule in
            guard let time = rule.isSweptHourly ? times.hour : times.day else { return nil }
            return { try await sweep(rule, at: time, chunk) }
        }
        if let day = times.day {
            steps.append { try await expireRegistrations(before: day - .days(1), limit: chunk, at: day) }
            steps.append { try await sweepFeed(at: day, chunk: chunk) }
        }
        if let hour = times.hour {
            steps.append { try await completeHolds(limit: chunk, at: hour) }
            steps.append { try await completePINResets(limit: chunk, at: hour) }
            steps.append { try await releaseNumbers(limit: chunk, at: hour) }
            steps.append { try await completeDelayedActs(limit: chunk, at: hour) }
        }
        for step in steps {
            do {
                while !Task.isCancelled {
                    let count = try await step()
                    removed += count
                    if count < chunk { break }
                }
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return removed
    }

    private func sweep(_ rule: Rule, at now: Instant, _ chunk: Int) async throws -> Int {
        try await database.write { transaction in
            try transaction.run(rule.statement(at: now, chunk))
            return transaction.changes
        }
    }

    /// Names the rows of one table that the sweep deletes. `$1` in the condition stands for the moment `age` before
    /// now.
    struct Rule {
        let table: String, key: String, condition: String
        let age: Duration
        /// True if ``SweepTimes/hour`` is enough.
        var isSweptHourly = false

        func statement(at now: Instant, _ chunk: Int) -> Statement {
            Statement(
                """
                DELETE FROM \(table) WHERE (\(key)) IN (
                    SELECT \(key) FROM \(table) WHERE \(condition) LIMIT $2 {claim})
                """, .instant(now - age), .int(chunk))
        }
    }

    // swift-format-ignore
    static let rules = [
        Rule(table: "instance", key: "id", condition: "seen < $1", age: .days(1)),
        Rule(table: "proof_seen", key: "thumbprint, jti", condition: "expires < $1", age: .minutes(1), isSweptHourly: true),
        Rule(table: "idempotency", key: "owner, thumbprint, method, request", condition: "at < $1", age: IdempotencyTable.keptFor),
        Rule(table: "otp_challenge", key: "id", condition: "expires < $1", age: .days(2)),
        Rule(table: "otp_streak", key: "phone_index, thumbprint", condition: "at < $1 AND waits_until < $1", age: AttemptStreak.keptFor),
        Rule(table: "pin_challenge", key: "id", condition: "expires < $1", age: .days(1)),
        Rule(table: "send_window", key: "scope, key", condition: "until < $1", age: .minutes(1)),
        Rule(table: "quota", key: "name, period, shard", condition: "period < $1", age: .minutes(1)),
        Rule(table: "outbox", key: "id", condition: "created < $1 AND state IN ('sent', 'dropped', 'dead')", age: .days(2)),
        Rule(table: "recovery_streak", key: "account, thumbprint", condition: "at < $1 AND waits_until < $1", age: AttemptStreak.keptFor),
        Rule(table: "account_hold", key: "account", condition: "settled_at < $1", age: ConfirmationRule.delay),
        Rule(table: "invite_streak", key: "purpose, thumbprint", condition: "at < $1 AND waits_until < $1", age: AttemptStreak.keptFor),
        Rule(table: "invite_ticket", key: "invite, thumbprint", condition: "expires < $1", age: .days(1)),
        Rule(table: "family_invite", key: "child, purpose", condition: "expires < $1", age: .days(1)),
        Rule(table: "child_binding", key: "id", condition: "ended_at < $1", age: .days(395)),
        Rule(table: "notice", key: "account, ordinal", condition: "at < $1", age: .days(90)),
        Rule(table: "session", key: "account, id", condition: "expires < $1", age: .days(395)),
    ]

    /// Deletes numbered events that were appended more than a day ago, and raises the feed's floor to the last of them.
    private func sweepFeed(at now: Instant, chunk: Int) async throws -> Int {
        try await database.write { transaction in
            guard try FeedTable.lockLast(waiting: false, in: transaction) != nil,
                let floor = try RevocationEventTable.lastSeq(before: now - .days(1), limit: chunk, in: transaction)
            else { return 0 }
            try transaction.run(RevocationEventTable.delete(upTo: floor))
            let removed = transaction.changes
            try transaction.run(FeedTable.setFloor(floor))
            return removed
        }
    }
}

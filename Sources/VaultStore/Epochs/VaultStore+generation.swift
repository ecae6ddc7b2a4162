import Audit
import Domain
public import Primitives
public import SQL

extension VaultStore {
    /// Writes the row of the audit log about a generation that begins in the transaction.
    ///
    /// A generation is one row, whatever the number of accounts: each account begins a new epoch when it is next used.
    /// - Parameter isOlderCopy: true if the database may be an older copy of itself; false after a fail-over that has
    ///   lost nothing.
    public static func recordGeneration(
        isOlderCopy: Bool, at now: Instant, keys: KeyRing, random: RandomSource, in transaction: any Transaction
    ) throws {
        try AuditedTransaction.run(in: transaction, by: .service, keys.auditAuthenticator(random)) {
            let word: AuditDetail = isOlderCopy ? .olderCopy : .failover
            try $0.audit(AuditEntry(.generation, word, account: nil, at: now))
        }
    }

    /// Adds an action that runs, with the number of the generation, when this process first sees that a new generation
    /// has begun.
    public func onNewGeneration(_ action: @escaping @Sendable (_ number: Int64) -> Void) { generations.add(action) }

    /// Runs a call on one account. If the account is not in the generation in force, the call is repeated after the
    /// account's new epoch has begun.
    ///
    /// - Parameter now: the time at which a generation begins if the cursor of the call proves that changes were lost
    ///   (``LostHistory``).
    func inCurrentEpoch<T>(of account: AccountID, at now: Instant? = nil, _ call: () async throws -> T) async throws
        -> T
    {
        for _ in 0..<Self.maximumAttempts {
            do {
                return try await call()
            } catch is OutdatedHead {
                try await beginEpoch(of: account)
            } catch let proof as LostHistory {
                try await beginEpoch(of: account, provenBy: proof.cursor, at: now)
            }
        }
        throw SQLFault.unavailable("new generations of the database keep beginning")
    }

    /// The number of times that a call is tried. More than two are needed only if several generations begin meanwhile.
    private static let maximumAttempts = 8

    /// Ends the epoch of an account that is behind the generation in force, and begins the next one.
    ///
    /// Sequence numbers jump by ``EpochID/jump``. Nothing happens if another call or instance has ended the epoch
    /// meanwhile.
    /// - Parameters:
    ///   - cursor: a cursor that was above the head. If it still is after the head was locked, a new generation begins
    ///     first, and the deletions that the database may have lost have to be applied again (``PendingReplay``).
    ///   - now: the time at which that generation begins.
    private func beginEpoch(of account: AccountID, provenBy cursor: PullCursor? = nil, at now: Instant? = nil)
        async throws
    {
        let (epoch, id) = (random.id() as EpochID, random.id() as GenerationID)
        let number = try await repeatingAfterConflict {
            try await database.write(group: account.bytes) { transaction -> Int64 in
                guard let head = try transaction.first(HeadTable.lock(account)).map(HeadRow.init)?.checkedLive() else {
                    throw SQLFault.damagedRow("the head of an account that was read is missing")
                }
                var (number, begunAt) = try Generations.latest(in: transaction)
                if let cursor, head.generation >= number, cursor.epoch == head.epoch, cursor.seq > head.seq {
                    // The copy that was restored knew this epoch, so it was made after the generation in force began.
                    let since = max(begunAt - PendingReplay.margin, Instant(ms: 0))
                    begunAt = now ?? head.touchedAt
                    try PendingReplay.require(since: since, in: transaction)
                    number = try Generations.begin(id, at: begunAt, in: transaction)
                    try Self.recordGeneration(
                        isOlderCopy: true, at: begunAt, keys: keys, random: random, in: transaction)
                }
                guard head.generation < number else { return number }
                try transaction.batch([
                    EpochTable.insert(head.epoch, of: account, endedAt: head.seq, next: epoch, now: begunAt),
                    HeadTable.begin(epoch, of: account, after: head, in: number),
                ])
                return number
            }
        }
        generations.note(number)
    }

    /// Repeats a transaction that could not begin a generation because another instance began one at the same moment.
    private func repeatingAfterConflict<T>(_ transaction: () async throws -> T) async throws -> T {
        for _ in 1..<Self.maximumAttempts {
            do { return try await transaction() } catch SQLFault.constraint { continue }
        }
        return try await transaction()
    }
}

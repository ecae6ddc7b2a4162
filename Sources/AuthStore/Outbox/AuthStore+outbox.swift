public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Claims at most `limit` due entries and marks them as being sent, before anything is sent.
    ///
    /// A message with a code is claimed again only after ``SendResult/retry(at:)``: if it is not known whether it was
    /// sent, it is lost rather than sent twice. A call to the vault is due again after `retryAfter` without a result.
    /// Messages that have expired, or that waited in an older copy of the database, are dropped and erased.
    public func claimDueEntries(
        limit: Int, retryAfter: Duration, at now: Instant
    ) async throws -> [OutboxEntry] {
        guard try await database.read({ try OutboxTable.hasDue(at: now, in: $0) }) else { return [] }
        return try await database.write { transaction in
            try transaction.run(OutboxTable.dropUnsendable(at: now))
            return try OutboxTable.claimDue(limit: limit, retryAt: now + retryAfter, at: now, in: transaction)
        }
    }

    /// The result of sending a claimed entry.
    public enum SendResult: Sendable, Hashable {
        /// The entry arrived or may have arrived: it is not sent again, and its content is erased.
        case sent
        /// The entry did not arrive: it is due again later, unless it expires or its challenge is used or ended before.
        case retry(at: Instant)
        /// The message did not arrive and is not sent again: its row is kept without content until the sweep deletes
        /// it. A call to the vault is never given up, so this changes nothing for one.
        case dead
    }

    /// Records that the vault has acknowledged the purge of an account.
    public func recordPurge(of tag: DeletionTag, _ entry: OutboxEntryID, at now: Instant) async throws {
        _ = try await database.write {
            try $0.batch([OutboxTable.markSent(entry), DeletionTable.recordPurge(of: tag, at: now)])
        }
    }

    /// Records the result of sending a claimed entry; that of an acknowledged purge with ``recordPurge(of:_:at:)``.
    ///
    /// - Parameter handover: for a message that was handed to a gateway, what the attempt leaves.
    public func recordResult(
        _ result: SendResult, of entry: OutboxEntryID, handover: MessageHandover? = nil
    ) async throws {
        let statement =
            switch result {
            case .sent: OutboxTable.markSent(entry)
            case .retry(let due): OutboxTable.markReady(entry, due: due)
            case .dead: OutboxTable.markDead(entry)
            }
        let statements = [statement] + (handover.map { [OutboxTable.note($0, of: entry)] } ?? [])
        _ = try await database.write { try $0.batch(statements) }
    }
}

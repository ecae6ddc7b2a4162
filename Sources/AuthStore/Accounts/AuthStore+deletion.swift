public import Primitives
import SQL

extension AuthStore {
    /// What became of a deletion.
    public enum Deletion: Sendable, Hashable {
        /// Done: the account is unusable and its number free.
        case done
        /// The code was used, replaced or ran out while it was compared.
        case over
        /// There is no such account.
        case unknown
    }

    /// Deletes an account and all that is its own here, uses up the code that confirmed it, and leaves in one
    /// transaction: the record that answers old tokens, the event for the feed, and the call that tells the vault.
    /// - Parameters:
    ///   - tag: the account's keyed name in the record of deletions; nothing in it leads back to the person.
    ///   - purge: the call to the vault, sealed.
    public func delete(
        _ account: AccountID, by attempt: Attempt, tag: [UInt8], purge: OutboxEntry, sends: SendLimits, at now: Instant
    ) async throws -> Deletion {
        try await change { transaction in
            guard let person = try transaction.lockAccount(account) else { return .unknown }
            if let index = person.phoneIndex { try transaction.lockCodes(phone: index) }
            guard person.phoneIndex == attempt.challenge.phoneIndex,
                try transaction.consume(attempt.challenge.id, at: now) != nil
            else { throw Undo(Deletion.over) }
            try transaction.forgive(attempt, sends: sends)
            try transaction.tell(account, ended: "accountDeleted", at: now)
            try transaction.put(purge, at: now)
            try transaction.forget(person)
            try transaction.run(
                Statement(
                    "INSERT INTO deletion (tag, at) VALUES ($1, $2) ON CONFLICT DO NOTHING", .bytes(tag), .at(now)))
            return .done
        }
    }
}

extension Transaction {
    /// Removes every row that is the person's. Counters that hold a stranger back stay: they name nobody.
    fileprivate func forget(_ person: AccountRecord) throws {
        let tables = ["session", "device", "operator_group"]
        for table in tables { try run(Statement("DELETE FROM \(table) WHERE account = $1", .id(person.id))) }
        try run(Statement("DELETE FROM idempotency WHERE owner = $1", .bytes(person.id.bytes)))
        if let index = person.phoneIndex {
            try run(
                Statement(
                    """
                    UPDATE outbox SET state = 'dropped', sealed = NULL WHERE state IN ('ready', 'sending') AND challenge IN
                        (SELECT id FROM otp_challenge WHERE phone_index = $1)
                    """, .bytes(index)))
            for table in ["otp_challenge", "registration"] {
                try run(Statement("DELETE FROM \(table) WHERE phone_index = $1", .bytes(index)))
            }
        }
        try run(Statement("DELETE FROM account WHERE id = $1", .id(person.id)))
    }
}

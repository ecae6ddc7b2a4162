public import Domain
public import Primitives
import SQL

/// The record of deletions, as it is read and completed after a restore of one of the two databases.
extension AuthStore {
    /// True if the deletion of an account is recorded.
    public func isDeleted(_ tag: DeletionTag) async throws -> Bool {
        try await database.read { try DeletionTable.contains(tag, in: $0) }
    }

    /// Returns at most `limit` deletions that were recorded, or whose purge was acknowledged, since a time, in the
    /// order of their tags. Those that do not name the account are left out.
    /// - Parameter after: the tag of the last deletion of the page before; nil for the first page.
    public func deletions(since: Instant, after: DeletionTag?, limit: Int) async throws -> [DeletionRecord] {
        try await database.read { transaction in
            // The tag that the account has in the record may have been made with a former key.
            let last = try after.map { try DeletionTable.recorded($0, in: transaction) ?? $0 }
            return try transaction.run(DeletionTable.select(since: since, after: last, limit: limit)).map {
                DeletionRecord(
                    tag: DeletionTag(try $0.bytes(0)), sealedAccount: Sealed(try $0.bytes(1), key: try $0.keyNumber(2)))
            }
        }
    }

    /// Returns those of the given tags that no deletion in the database has.
    public func unrecorded(_ tags: [DeletionTag]) async throws -> [DeletionTag] {
        try await database.read { transaction in
            var recorded: Set<DeletionTag> = []
            for statement in DeletionTable.selectTags(among: tags) {
                for row in try transaction.run(statement) { recorded.insert(DeletionTag(try row.bytes(0))) }
            }
            return tags.filter { !recorded.contains($0) }
        }
    }

    /// Returns those of the given accounts that have no row, in the order in which they are given.
    public func unknown(_ accounts: [AccountID]) async throws -> [AccountID] {
        try await database.read { transaction in
            var known: Set<AccountID> = []
            for statement in AccountTable.selectIdentifiers(among: accounts) {
                for row in try transaction.run(statement) { known.insert(try row.identifier(0)) }
            }
            return accounts.filter { !known.contains($0) }
        }
    }

    /// Records deletions of accounts that the database does not know, and whose identifiers are therefore unknown.
    public func recordDeletions(of tags: [DeletionTag], at now: Instant) async throws {
        for start in stride(from: 0, to: tags.count, by: 500) {
            let statements = tags[start..<min(start + 500, tags.count)].map { DeletionTable.insert($0, at: now) }
            _ = try await database.write { try $0.batch(statements) }
        }
    }

    /// Returns at most `limit` accounts in the order of their identifiers: the first ones, or those that follow
    /// `after`.
    public func accounts(after: AccountID?, limit: Int) async throws -> [AccountID] {
        let statement = Statement(
            "SELECT id FROM account WHERE id > $1 ORDER BY id LIMIT $2", .bytes(after?.bytes ?? []), .int(limit))
        return try await database.select(statement).map { try $0.identifier(0) }
    }

    /// Records the deletion of an account that a restore has brought back, or that the database has never known, and
    /// carries out the effects of a deletion if the account exists. Does nothing for a deletion that is recorded.
    ///
    /// - Parameter purge: the call that erases the account's vault; queued only if the account exists.
    /// - Returns: true if the account existed.
    public func deleteAgain(
        _ account: AccountID, recording deletion: DeletionRecord, purge: OutboxEntry, at now: Instant
    ) async throws -> Bool {
        try await change { transaction in
            guard let found = try AccountTable.lock(account, in: transaction) else {
                let recorded = try DeletionTable.recorded(deletion.tag, in: transaction)
                if recorded == nil || recorded == deletion.tag {
                    try transaction.run(DeletionTable.insert(deletion, at: now))
                }
                return false
            }
            if let phone = found.phoneIndex {
                try transaction.run(RegistrationTable.lockAll(phone: phone))
                try transaction.run(ChallengeTable.lockAll(phone: phone))
            }
            var effects = RegistrationEffects(in: transaction, at: now)
            effects.account = found
            effects.deletion = (deletion, purge)
            try effects.carryOut(Registration.next(found.state, on: .delete))
            return true
        }
    }
}

public import Primitives
import SQL

/// The lists of accounts that are compared with those of auth.
extension VaultStore {
    /// Returns at most `limit` accounts that were purged at or after a time, in the order of their purge.
    ///
    /// - Parameter account: the last account of the page before; nil for the first page. If it is not purged, the first
    ///   page is returned.
    public func purgedAccounts(since time: Instant, after account: AccountID?, limit: Int) async throws -> [AccountID] {
        try await database.read { transaction in
            let purge = try account.flatMap { try transaction.first(HeadTable.selectPurge(of: $0))?.instant(0) }
            return try transaction.run(
                HeadTable.selectPurged(
                    since: time, after: purge, account: purge == nil ? nil : account, limit: limit)
            ).map { try $0.identifier(0) }
        }
    }

    /// Returns at most `limit` accounts that are not purged, in the order of their identifiers.
    ///
    /// - Parameter account: the last account of the page before; nil for the first page.
    public func liveAccounts(after account: AccountID?, limit: Int) async throws -> [AccountID] {
        try await database.select(HeadTable.selectLive(after: account, limit: limit)).map { try $0.identifier(0) }
    }

    /// Returns those of the accounts whose purge is complete. An account without a row is not among them.
    public func completelyPurged(of accounts: [AccountID]) async throws -> Set<AccountID> {
        try await database.read { transaction in
            var found: Set<AccountID> = []
            for statement in HeadTable.selectCompletelyPurged(of: accounts) {
                for row in try transaction.run(statement) { found.insert(try row.identifier(0)) }
            }
            return found
        }
    }
}

import Audit
import Domain
public import Primitives
import SQL

/// How far the renewal of data keys has come.
public struct DataKeyProgress: Sendable, Hashable {
    /// The accounts whose data key has not been renewed yet since the renewal of all was last ordered.
    public let waiting: Int
    /// The former data keys that some body is still sealed with.
    public let former: Int

    public init(waiting: Int, former: Int) {
        self.waiting = waiting
        self.former = former
    }
}

extension VaultStore {
    /// Gives an account a new data key, which seals every new body from now on. The bodies that the former key has sealed
    /// stay readable; ``reseal(_:after:limit:)`` seals them anew.
    ///
    /// No rev and no sequence number changes, so devices notice nothing. A renewal that the administrator orders leaves a row
    /// in the audit log; one of a pass does not, because the order of the pass has left one.
    /// - Parameter ifEarlier: true for a pass, which leaves an account alone whose key is of the present round.
    /// - Returns: false if the account was left alone, has no data key, or is unknown or purged.
    /// - Throws: ``VaultStoreFault/keyMissing(_:)``.
    @discardableResult
    public func renewDataKey(of account: AccountID, at now: Instant, ifEarlier: Bool = false) async throws -> Bool {
        try await change(by: .administrator) { transaction in
            guard var head = try transaction.first(HeadTable.lock(account)).map(HeadRow.init), head.state == .live,
                head.dekVersion > 0
            else { return false }
            if ifEarlier,
                try transaction.first(DEKTable.selectIsEarlier(head.dekVersion, of: account)) == nil
            {
                return false
            }
            let cipher = bodyCipher(for: account, head)
            try cipher.renewKey(for: &head, in: transaction, now: now)
            try transaction.batch([
                DEKTable.markFormer(below: head.dekVersion, of: account), HeadTable.update(account, to: head),
            ])
            if !ifEarlier {
                try transaction.audit(AuditEntry(.key, AuditDetail.dataKeyRenewed, account: account, at: now))
            }
            return true
        }
    }

    /// Orders a new data key for every account that has one, and records the order in the audit log. The background pass
    /// carries it out.
    public func orderDataKeys(at now: Instant) async throws {
        try await change(by: .administrator) { transaction in
            try transaction.run(DataKeyRounds.begin)
            try transaction.audit(AuditEntry(.key, AuditDetail.dataKeysOrdered, account: nil, at: now))
        }
    }

    /// How many accounts wait for a new data key, and how many former ones are left.
    public func dataKeyProgress() async throws -> DataKeyProgress {
        try await database.read { transaction in
            DataKeyProgress(
                waiting: Int(try transaction.first(DEKTable.countEarlier)?.int(0) ?? 0),
                former: Int(try transaction.first(DEKTable.countFormer)?.int(0) ?? 0))
        }
    }

    /// Returns at most `limit` accounts that have a former data key, in the order of their identifiers.
    public func accountsWithFormerDataKeys(after account: AccountID?, limit: Int) async throws -> [AccountID] {
        try await database.select(DEKTable.selectFormer(after: account, limit: limit)).map { try $0.identifier(0) }
    }

    /// Returns at most `limit` accounts that wait for a new data key, each with the round of its present one.
    public func accountsWithEarlierDataKeys(
        after last: (round: Int64, account: AccountID)?, limit: Int
    ) async throws -> [(round: Int64, account: AccountID)] {
        try await database.select(DEKTable.selectEarlier(after: last, limit: limit)).map {
            (try $0.int(0), try $0.identifier(1))
        }
    }
}

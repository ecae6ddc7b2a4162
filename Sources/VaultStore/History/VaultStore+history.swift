public import Primitives
import SQL

/// A secret with its former versions, in one snapshot.
public struct SecretHistory: Sendable, Hashable {
    /// The content that a secret has, or had.
    public struct Version: Sendable, Hashable {
        /// The secret as it was; its rev is the last one that it had with this content.
        public let secret: StoredSecret
        /// The epoch of that rev.
        public let epoch: EpochID
    }

    /// The present version. A tombstone has no former versions.
    public let present: Version
    /// The former versions, at most 10, the newest first. One that cannot be decrypted, or that is not in its place, is
    /// listed as ``StoredSecret/Body/unreadable``.
    public let former: [Version]
    /// The account's head in the snapshot.
    public let head: HeadRow
}

extension VaultStore {
    /// Returns a secret with its former versions; nil if the account has none of this id.
    ///
    /// - Throws: ``VaultStoreFault/purged``, ``VaultStoreFault/keyMissing(_:)``.
    public func history(of id: SecretID, of account: AccountID) async throws -> SecretHistory? {
        try await read(account) { head, cipher, transaction -> SecretHistory? in
            guard let row = try transaction.first(ItemTable.select(id, of: account)) else { return nil }
            let former = try transaction.run(VersionTable.selectAll(of: id, of: account)).map(VersionTable.read)
            let ends = try EpochTable.formerEpochs(of: account, in: transaction)
            func version(_ item: ItemRow, after earlier: Int64) throws -> SecretHistory.Version {
                let secret = try cipher.open(item, after: earlier, in: transaction)
                return SecretHistory.Version(secret: secret, epoch: head.epoch(of: item.rev, ends))
            }
            let earlierRevs = former.dropFirst().map(\.rev) + [0]
            return SecretHistory(
                present: try version(ItemRow(row), after: former.first?.rev ?? 0),
                former: try zip(former, earlierRevs).map { try version($0, after: $1) }, head: head)
        } ?? nil
    }
}

extension HeadRow {
    /// The epoch in which a rev was assigned: the first to end at it or later, or else the one in force.
    ///
    /// - Parameter ends: the ended epochs, each with the sequence number at which it ended.
    fileprivate func epoch(of rev: Int64, _ ends: [EpochID: Int64]) -> EpochID {
        ends.filter { $0.value >= rev }.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? epoch
    }
}

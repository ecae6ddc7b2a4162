public import Domain
public import Primitives
import SQL

/// One page of the versions and states of an account's secrets.
public struct ManifestPage: Sendable, Hashable {
    /// The version and the state of a secret.
    public struct Entry: Sendable, Hashable {
        public let id: SecretID
        public let rev: Int64
        public let state: SecretState
    }

    /// The secrets in ascending order of id, tombstones included.
    public let entries: [Entry]
    public let hasMore: Bool
    /// The account's head in the snapshot that the page was read from.
    public let head: HeadRow
    /// The digest of all live secrets in that snapshot; nil unless the page is the last.
    public let digest: LiveDigest?
}

extension VaultStore {
    /// The highest number of secrets in one page of a manifest.
    public static var manifestEntriesPerPage: Int { 5000 }

    /// Returns one page of the versions and states of all secrets. Nothing is decrypted.
    ///
    /// - Parameters:
    ///   - id: the last secret of the previous page.
    ///   - limit: the highest number of secrets; at most, and by default, ``manifestEntriesPerPage``.
    /// - Throws: ``VaultStoreFault/purged``.
    public func manifest(
        _ account: AccountID, after id: SecretID? = nil, at now: Instant, limit: Int? = nil
    ) async throws -> ManifestPage {
        let limit = min(limit ?? Self.manifestEntriesPerPage, Self.manifestEntriesPerPage)
        if let page = try await manifestPage(account, after: id, limit) { return page }
        try await insertHead(of: account, at: now)
        guard let page = try await manifestPage(account, after: id, limit) else { throw Self.missingHead }
        return page
    }

    /// Reads a page; nil if the account has no head.
    private func manifestPage(_ account: AccountID, after id: SecretID?, _ limit: Int) async throws -> ManifestPage? {
        try await read(account) { head, _, transaction in
            let rows = try transaction.run(
                ItemTable.selectStates(after: id, of: account, limit: Int64(limit) + 1))
            let entries = try rows.prefix(limit).map { row in
                ManifestPage.Entry(id: try row.identifier(0), rev: try row.int(1), state: try row.enumValue(2))
            }
            let hasMore = rows.count > limit
            return ManifestPage(
                entries: entries, hasMore: hasMore, head: head,
                digest: hasMore ? nil : try LiveDigest(of: account, in: transaction))
        }
    }
}

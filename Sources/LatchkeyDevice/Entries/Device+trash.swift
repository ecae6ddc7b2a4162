import Contracts
import JSONRPC
public import Primitives

/// An item of the server's trash.
public struct TrashedItem: Sendable, Hashable {
    public let id: SecretID
    /// Empty where the body has no issuer.
    public let issuer: String
    /// Empty where the body has no account name.
    public let accountName: String
    /// The time at which it was put into the trash; the server erases it 30 days later.
    public let deletedAt: Instant?
    /// False if the server cannot decrypt it.
    public let isReadable: Bool

    fileprivate func isNamed(_ name: String) -> Bool { [id.description, issuer, accountName].contains(name) }
}

extension Device {
    /// Asks the server for the items of its trash, sorted by issuer, account name and id.
    ///
    /// - Throws: `locked`, and the call's failure: this device has no copies of them.
    public func serverTrash() async throws(DeviceFault) -> [TrashedItem] {
        try await requireUnlocked()
        let session = try await store.profile().session
        var items: [TrashedItem] = [], last: SecretID?, hasMore = true
        while hasMore {
            let page = try await callVault(SecretList.self, .init(after: last, trashed: true), for: session)
            items += page.secrets.map {
                TrashedItem(
                    id: $0.id, issuer: $0.issuer ?? "", accountName: $0.accountName ?? "", deletedAt: $0.deletedAtMs,
                    isReadable: $0.fault == nil)
            }
            hasMore = page.more && page.secrets.last?.id != last
            last = page.secrets.last?.id
        }
        return items.sorted { ($0.issuer, $0.accountName, $0.id) < ($1.issuer, $1.accountName, $1.id) }
    }

    /// Brings a deleted entry back: from the local trash if it is there, and from the server's trash otherwise. The next
    /// sync restores it on the server.
    ///
    /// - Parameter name: its id, issuer or account name.
    /// - Throws: `noSuchEntry`, `versionUnreadable`, `entryForeign`, `locked`, and the call's failure.
    public func restoreDeleted(named name: String) async throws(DeviceFault) -> LocalEntry {
        if let entry = try await deletions().only(named: name) { return try await rejectDeletion(of: entry) }
        return try await restoreFromTrash(try await trashedItem(named: name).id, rev: nil)
    }

    /// Returns the only item of the server's trash with this id, issuer or account name.
    func trashedItem(named name: String) async throws(DeviceFault) -> TrashedItem {
        let items = try await serverTrash().filter { $0.isNamed(name) }
        guard items.count == 1, let item = items.first else { throw .noSuchEntry(name) }
        return item
    }
}

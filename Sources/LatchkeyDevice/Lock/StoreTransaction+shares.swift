import Primitives
import SQL

extension StoreTransaction {
    /// True while the synchronised rows of the account can be read and written. They always can where no PIN is known.
    var opensSynchronisedRows: Bool {
        profile.lock.map { lock in keys.contains { $0.owner == tag(of: lock.account) } } ?? true
    }

    /// The key under which an entry is stored in place of the platform key; nil for the platform key.
    ///
    /// - Throws: `DeviceFault.locked` if the key is not here: the body must not be stored under the platform key alone.
    func shareKey(for entry: LocalEntry) throws -> ShareKey? {
        guard entry.equalsServerVersion, !profile.keepsEntriesAtDeparture, let lock = profile.lock,
            entry.owner == tag(of: lock.account)
        else { return nil }
        guard let key = keys.first(where: { $0.owner == entry.owner }) else { throw DeviceFault.locked }
        return key
    }

    /// Unlocks the device with the share of a right PIN, and seals the account's synchronised rows under it.
    ///
    /// Rows under another share, which auth gave before and has lost or deleted since, cannot be opened any more. They
    /// stay, and the next sync is a complete pull, which replaces them by what the vault has.
    mutating func install(_ share: UnlockShare, hours: Int, of account: AccountID, at now: Instant) throws {
        guard account == profile.accountId else { return }
        let held = HeldShare(account: account, share: share, provenAt: now, offlineUnlockHours: hours)
        let key = shareKey(from: held)
        keys = [key] + keys.filter { $0.id != key.id }
        newShare = held
        profile.lock = DeviceLock(account: account, lastUse: now)
        try sealSynchronisedRows()
        guard try count(EntryTable.countSealed(of: key.owner, notUnder: key.id)) > 0 else { return }
        try run(EntryTable.keepSealed(of: key.owner, notUnder: key.id))
        profile.cursor = nil
        profile.completePull = nil
    }

    /// Encrypts each entry that equals the server's version under the share, and every other one under the platform key alone;
    /// all of them under the platform key while ``Profile/keepsEntriesAtDeparture``.
    func sealSynchronisedRows() throws {
        guard let lock = profile.lock, let key = keys.first(where: { $0.owner == tag(of: lock.account) }) else {
            return
        }
        let misplaced =
            profile.keepsEntriesAtDeparture
            ? EntryTable.selectSealed(of: key.owner) : EntryTable.selectMisplaced(of: key.owner, key: key.id)
        for entry in try entries(misplaced) { try put(entry) }
    }

    /// Removes or keeps the rows of the account that this device cannot decrypt, without reading them. What the server does not
    /// have is kept as it is, and can be decrypted when the account signs in here again.
    ///
    /// - Parameter removes: true to remove what the server has.
    func settleUnopenedRows(removes: Bool) throws -> (removed: Int, kept: Int) {
        guard let owner = accountTag else { return (0, 0) }
        let key = keys.first { $0.owner == owner }?.id ?? []
        let all = try count(EntryTable.countSealed(of: owner, notUnder: key, anyBase: true))
        let onServer = removes ? try count(EntryTable.countSealed(of: owner, notUnder: key)) : 0
        if removes { try run(EntryTable.deleteSealed(of: owner, notUnder: key)) }
        try run(EntryTable.keepSealed(of: owner, notUnder: key))
        return (onServer, all - onServer)
    }

    /// The number of the account's rows that this device cannot decrypt now.
    func unopenedRows() throws -> Int {
        guard let owner = accountTag else { return 0 }
        return try count(
            EntryTable.countSealed(of: owner, notUnder: keys.first { $0.owner == owner }?.id ?? [], anyBase: true))
    }

    private func count(_ statement: Statement) throws -> Int { Int(try run(statement).first?.int(0) ?? 0) }
}

extension LocalEntry {
    /// True if the entry equals the server's version, as far as this device knows, and no operation on it is in flight or
    /// refused.
    fileprivate var equalsServerVersion: Bool {
        base?.state == .current && inFlight == nil && trash == nil && blocked == nil && body != nil && !hasUnsentEdits
    }
}

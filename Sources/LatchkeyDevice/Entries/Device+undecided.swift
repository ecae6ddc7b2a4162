import Contracts
import Primitives
import SQL

extension Device {
    /// Returns the entries that wait for the person's decision: the server rejected them for good, they were deleted on
    /// another device while they were edited or kept here, or they are foreign: they belong to another account than the
    /// one signed in, or are synchronised and nobody is signed in.
    ///
    /// - Parameter isForeign: true for the foreign entries alone, false for all others, nil for both.
    public func undecidedEntries(isForeign: Bool? = nil) async throws(DeviceFault) -> [LocalEntry] {
        try await requireUnlocked()
        return try await store.read { transaction in
            try transaction.entries().filter {
                $0.isVisible && transaction.isUndecided($0)
                    && (isForeign == nil || isForeign == transaction.isForeign($0))
            }
        }
    }

    /// Returns the number of visible entries of other accounts than the one signed in, without decrypting any; 0 while
    /// nobody is signed in.
    public func foreignEntryCount() async throws(DeviceFault) -> Int {
        try await store.read { transaction in
            guard let owner = transaction.accountTag else { return 0 }
            return Int(try transaction.run(EntryTable.countForeign(to: owner)).first?.int(0) ?? 0)
        }
    }

    /// Returns the only undecided entry with this id, issuer or account name.
    public func undecidedEntry(named name: String) async throws(DeviceFault) -> LocalEntry {
        guard let entry = try await undecidedEntries().only(named: name) else { throw .nothingToChoose(name) }
        return entry
    }

    /// Keeps this device's version of an undecided entry as a new entry: of the account that is signed in, or, while nobody
    /// is, of whoever signs in next.
    ///
    /// The new entry has an id of its own and is sent at the next sync. The old one returns to the server's version.
    /// The old one is removed if the server has none, or if it is foreign.
    public func keepAsNew(_ entry: LocalEntry) async throws(DeviceFault) -> LocalEntry {
        let id: SecretID = random.id()
        return try await settle(entry.id) { entry, transaction in
            let new = LocalEntry(
                id: id, kind: entry.kind, schema: entry.schema, base: nil, body: entry.body, createdAt: entry.createdAt,
                owner: entry.owner == transaction.accountTag ? entry.owner : transaction.ownerOfNewEntries)
            try transaction.put(new)
            return new
        }
    }

    /// Drops this device's version of an undecided entry. The entry returns to the server's version. It is removed from
    /// this device if the server has none, or if it is foreign. Nothing is sent.
    public func discard(_ entry: LocalEntry) async throws(DeviceFault) -> LocalEntry {
        try await settle(entry.id) { entry, _ in entry }
    }

    private func settle(
        _ id: SecretID, _ decide: @Sendable @escaping (LocalEntry, StoreTransaction) throws -> LocalEntry
    ) async throws(DeviceFault) -> LocalEntry {
        try await requireUnlocked()
        return try await store.write { transaction in
            guard let entry = try transaction.entry(id), entry.isVisible, transaction.isUndecided(entry) else {
                throw DeviceFault.nothingToChoose("\(id)")
            }
            // An entry that is gone from the server has no base, or one in state `deleted`. If an earlier version of the
            // library marked it as gone, its base may be in another state.
            if let base = entry.base, let body = base.body, base.state != .deleted,
                entry.blocked != .gone, !transaction.isForeign(entry)
            {
                var reverted = entry
                reverted.body = body
                reverted.blocked = nil
                try transaction.put(reverted)
            } else {
                try transaction.remove(entry)
            }
            return try decide(entry, transaction)
        }
    }
}

extension StoreTransaction {
    fileprivate func isUndecided(_ entry: LocalEntry) -> Bool { entry.blocked != nil || isForeign(entry) }
}

import Contracts
import Primitives
import SQL

extension Device {
    /// Returns the entries of the local trash that the person can still bring back: those whose deletion waits for a
    /// decision, and those that are erased after 30 days, sorted by issuer, account name and id.
    ///
    /// While an account is signed in its trash alone is shown, counted and decided about; while nobody is, all that was
    /// kept on this device.
    public func deletions() async throws(DeviceFault) -> [LocalEntry] {
        try await requireUnlocked()
        return try await store.read { transaction in
            try transaction.entries(EntryTable.selectTrash(.held, .restorable, of: transaction.accountTag))
                .sortedByLabel()
        }
    }

    /// Returns the number of deletions that wait for the person's decision.
    public func heldDeletionCount() async throws(DeviceFault) -> Int { try await store.read { try $0.heldDeletions() } }

    /// Returns the only entry of the local trash with this id, issuer or account name.
    public func deletion(named name: String) async throws(DeviceFault) -> LocalEntry {
        guard let entry = try await deletions().only(named: name) else { throw .nothingToChoose(name) }
        return entry
    }

    /// Erases an entry of the local trash. If the server has lost the deletion in a restore meanwhile, the next sync
    /// makes it again.
    public func acceptDeletion(of entry: LocalEntry) async throws(DeviceFault) -> LocalEntry {
        try await decide(entry.id) { [clock] entry, transaction in
            try transaction.remove(entry)
            if let owner = transaction.accountTag, let deletion = try transaction.rememberedDeletion(of: entry.id),
                transaction.profile.history?.contains(deletion.version) == false
            {
                try transaction.put(.lostDeletion(deletion, at: clock.now, owner: owner))
            }
            transaction.profile.acceptDeletion()
        }
    }

    /// Brings an entry of the local trash back. The next sync restores it on the server too, or creates it if the
    /// server has not even a tombstone. While its account is not signed in it counts as local until the account
    /// returns.
    public func rejectDeletion(of entry: LocalEntry) async throws(DeviceFault) -> LocalEntry {
        try await decide(entry.id) { entry, transaction in
            let tombstone = entry.trash?.tombstone
            entry.trash = nil
            if let owner = entry.owner { try transaction.run(DeletionMemory.forget(entry.id, of: owner)) }
            if let tombstone, let content = entry.base?.content {
                entry.base = .init(version: tombstone, content: content, state: .deleted)
            } else {
                entry.base = nil
            }
            try transaction.put(entry)
        }
    }

    /// Applies a decision.
    private func decide(
        _ id: SecretID, _ decision: @Sendable @escaping (inout LocalEntry, inout StoreTransaction) throws -> Void
    ) async throws(DeviceFault) -> LocalEntry {
        try await requireUnlocked()
        return try await store.write { transaction in
            guard var entry = try transaction.entry(id), [.held, .restorable].contains(entry.trash?.state),
                transaction.mayDecide(about: entry)
            else { throw DeviceFault.nothingToChoose("\(id)") }
            try decision(&entry, &transaction)
            return entry
        }
    }
}

extension StoreTransaction {
    /// The number of deletions that wait for the person's decision.
    func heldDeletions() throws -> Int { Int(try run(EntryTable.countHeld(of: accountTag)).first?.int(0) ?? 0) }

    /// False for an entry in the trash of another account than the one signed in.
    fileprivate func mayDecide(about entry: LocalEntry) -> Bool {
        guard let accountTag, let owner = entry.owner else { return true }
        return owner == accountTag
    }
}

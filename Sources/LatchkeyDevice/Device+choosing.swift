import Contracts
import Primitives
import SQL

extension Device {
    /// The entries that wait for the person's choice: refused by the server for good, deleted elsewhere while they were
    /// edited here, or held from another account.
    public func undecided() async throws(DeviceFault) -> [LocalEntry] {
        let profile = try await current()
        return try await list().filter { $0.isUndecided(by: profile, store.sealing) }
    }

    /// The ids of the entries that are held.
    func held() async throws(DeviceFault) -> Set<SecretID> {
        let profile = try await current()
        return Set(try await store.entries().filter { $0.isHeld(from: profile, store.sealing) }.map(\.id))
    }

    /// The one undecided entry of that id, issuer or account name.
    public func findUndecided(_ what: String) async throws(DeviceFault) -> LocalEntry {
        let fitting = try await undecided().filter { $0.fits(what) }
        guard let entry = fitting.first, fitting.count == 1 else { throw .nothingToChoose(what) }
        return entry
    }

    /// Keeps what this device has of an undecided entry as a new one, of whoever is signed in: it has an id of its own and
    /// is sent at the next sync. The old one becomes what the server holds, or goes where it holds nothing.
    public func keepAsNew(_ entry: LocalEntry) async throws(DeviceFault) -> LocalEntry {
        let id: SecretID = random.id()
        return try await choose(entry.id) { entry, profile, sealing in
            LocalEntry(
                id: id, kind: entry.kind, base: nil, body: entry.body, sent: nil, parked: nil, made: entry.made,
                owner: profile.accountId.map { sealing.tag($0.bytes) })
        }
    }

    /// Lets go of what this device has of an undecided entry; no server is told. It becomes what the server holds, or goes
    /// where it holds nothing.
    public func discard(_ entry: LocalEntry) async throws(DeviceFault) -> LocalEntry {
        try await choose(entry.id) { _, _, _ in nil }
    }

    /// Stores what the choice keeps beside the server's version; gives that, or else the entry that was let go.
    private func choose(
        _ id: SecretID, keeping: @Sendable @escaping (LocalEntry, Profile, Sealing) -> LocalEntry?
    ) async throws(DeviceFault) -> LocalEntry {
        try await store.change { transaction, sealing, profile in
            guard let entry = try LocalEntry.find(id, transaction, sealing), entry.body != nil,
                entry.isUndecided(by: profile, sealing)
            else { throw DeviceFault.nothingToChoose("\(id)") }
            if let base = entry.base, !entry.isHeld(from: profile, sealing) {
                var reverted = entry
                reverted.body = base.body
                reverted.parked = nil
                try reverted.store(in: transaction, sealing)
            } else {
                try entry.remove(from: transaction)
            }
            let kept = keeping(entry, profile, sealing)
            try kept?.store(in: transaction, sealing)
            return kept ?? entry
        }
    }
}

extension LocalEntry {
    fileprivate func isUndecided(by profile: Profile, _ sealing: Sealing) -> Bool {
        parked != nil || isHeld(from: profile, sealing)
    }
}

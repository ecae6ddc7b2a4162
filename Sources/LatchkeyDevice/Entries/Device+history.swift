import Contracts
import Domain
import Interchange
import JSONRPC
import Primitives
import StrictJSON

extension Device {
    /// Asks the server for the versions of an entry: one of the list, or one of the server's trash.
    ///
    /// - Parameter name: its id, issuer or account name.
    /// - Throws: `noSuchEntry`, `locked`, and the call's failure: former versions are on the server alone.
    public func history(named name: String) async throws(DeviceFault) -> EntryHistory {
        let entry = try await listedEntry(named: name)
        let id = if let entry { entry.id } else { try await trashedItem(named: name).id }
        return EntryHistory(try await versions(of: id).answer, replaced: entry?.replaced ?? [])
    }

    /// Makes a former version the content of an entry, as an edit that the next sync sends. The present content becomes a
    /// former version on the server. A sync comes first, so that nothing unsent is replaced.
    ///
    /// - Parameters:
    ///   - name: the id, issuer or account name of an entry of the list or of the server's trash.
    ///   - rev: the version's rev in ``history(named:)``.
    /// - Throws: `noSuchEntry`, `noSuchVersion`, `versionUnreadable`, `unsentEdits`, `locked`, and the call's failure.
    public func restoreVersion(_ rev: Int64, ofEntryNamed name: String) async throws(DeviceFault) -> LocalEntry {
        guard let entry = try await listedEntry(named: name) else {
            return try await restoreFromTrash(try await trashedItem(named: name).id, rev: rev)
        }
        _ = try await sync()
        let (answer, session) = try await versions(of: entry.id)
        let (version, body) = try answer.version(rev)
        return try await store.write(of: session) { transaction in
            guard var entry = try transaction.entry(entry.id), entry.isVisible else {
                throw DeviceFault.noSuchEntry(name)
            }
            guard !transaction.isForeign(entry) else { throw DeviceFault.entryForeign("\(entry.id)") }
            guard !entry.isOwed, entry.blocked == nil else { throw DeviceFault.unsentEdits(name) }
            entry.body = entry.body.map { CounterEntry.restored(body, over: $0) } ?? body
            (entry.kind, entry.schema) = (version.kind, version.schema)
            try transaction.put(entry)
            return entry
        }
    }

    /// Takes an item out of the server's trash, here at once and on the server at the next sync.
    ///
    /// - Parameter rev: the version to restore; nil for the present one.
    func restoreFromTrash(_ id: SecretID, rev: Int64?) async throws(DeviceFault) -> LocalEntry {
        let (answer, session) = try await versions(of: id)
        guard answer.state == .trashed, let present = answer.versions.first else {
            throw .noSuchEntry("\(id)")
        }
        let (version, former) = try answer.version(rev ?? present.rev.value)
        let body = present.body.map { CounterEntry.restored(former, over: $0) } ?? former
        let base = ItemBase(epoch: present.epoch, rev: present.rev)
        return try await store.write(of: session) { [clock] transaction in
            if let entry = try transaction.entry(id) {
                throw transaction.isForeign(entry)
                    ? DeviceFault.entryForeign("\(id)") : DeviceFault.unsentEdits("\(id)")
            }
            let entry = LocalEntry(
                id: id, kind: version.kind, schema: version.schema,
                base: .init(version: base, content: .tombstone, state: .deleted), body: body, createdAt: clock.now,
                owner: transaction.accountTag)
            try transaction.forgetDeletion(of: id)
            try transaction.put(entry)
            return entry
        }
    }

    /// Returns the only visible entry with this name; nil if there is none.
    private func listedEntry(named name: String) async throws(DeviceFault) -> LocalEntry? {
        do throws(DeviceFault) {
            return try await entry(named: name)
        } catch .noSuchEntry {
            return nil
        }
    }

    private func versions(
        of id: SecretID
    ) async throws(DeviceFault) -> (answer: VaultHistory.Answer, session: SessionIdentity) {
        try await requireUnlocked()
        let session = try await store.profile().session
        return (try await callVault(VaultHistory.self, .init(id: id), for: session), session)
    }
}

extension VaultHistory.Answer {
    /// The version with a rev, and its body.
    fileprivate func version(_ rev: Int64) throws(DeviceFault) -> (ItemVersion, JSONObject) {
        guard let version = versions.first(where: { $0.rev.value == rev }) else { throw .noSuchVersion(rev) }
        guard let body = version.body else { throw .versionUnreadable(rev) }
        return (version, body)
    }
}

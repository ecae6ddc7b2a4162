import Contracts
import JSONRPC
import Primitives

extension Device {
    /// The most times that a manifest is read from its beginning because the vault changed between two pages.
    private static let readsPerManifest = 3

    /// Compares the entries with the vault's manifest if this is due: if the caller of the sync requested it, or a complete
    /// pull has ended with other items than the vault's digest says.
    ///
    /// An instance of an earlier version does not have the method. Then only a requested comparison fails; any other is
    /// made by a later sync.
    func compareIfDue(
        _ progress: inout SyncProgress, isRequested: Bool, for session: SessionIdentity
    ) async throws(DeviceFault) {
        let isDue = try await store.profile().differsFromVault == true
        guard isRequested || isDue else { return }
        do {
            try await compareWithVault(&progress, for: session)
        } catch {
            guard !isRequested, error.isUnknownMethod else { throw error }
        }
    }

    /// Compares the entries with the vault's manifest, and repairs differences by a complete pull.
    ///
    /// The pull brings what is missing or has another version. What the vault has deleted is deleted as by any pull, so
    /// many deletions at once are held; about what the vault does not list at all the person decides. Unless the entries
    /// can be compared again after the pull, the next sync compares them.
    private func compareWithVault(
        _ progress: inout SyncProgress, for session: SessionIdentity
    ) async throws(DeviceFault) {
        guard var items = try await compareItems(for: session) else {
            progress.report.comparison = .notCompared
            return
        }
        if !items.found.isEmpty {
            let pull = CompletePull(id: random.id(), cause: .manifestDiffers)
            try await store.changeProfile(of: session) {
                ($0.completePull, $0.cursor, $0.differsFromVault) = (pull, nil, true)
            }
            try await self.pull(&progress, for: session)
            items.remaining = try await compareItems(for: session)?.found
        }
        progress.report.comparison = .compared(items)
        guard items.remaining != nil else { return }
        try await store.changeProfile(of: session) { $0.differsFromVault = nil }
    }

    /// Reads the manifest and compares the entries with it; nil if the vault is in another epoch than the last pull, or
    /// changes all the time.
    private func compareItems(for session: SessionIdentity) async throws(DeviceFault) -> ComparedItems? {
        for _ in 0..<Self.readsPerManifest {
            guard let manifest = try await readManifest(for: session) else { continue }
            return try await store.read { transaction in
                let profile = transaction.profile
                guard let owner = transaction.accountTag, profile.headEpoch == manifest.epoch,
                    profile.head <= manifest.head
                else { return nil }
                let found = try transaction.differences(
                    from: manifest.entries, upTo: profile.head.value, of: owner)
                return ComparedItems(listed: manifest.entries.count, found: found, remaining: [:])
            }
        }
        return nil
    }

    /// Reads all pages of the manifest; nil if the vault changed between two of them.
    ///
    /// - Throws: `unreadable` if the pages do not have the digest that the last one names.
    private func readManifest(for session: SessionIdentity) async throws(DeviceFault) -> VaultManifest.Answer? {
        var whole = try await callVault(VaultManifest.self, .init(), for: session)
        while whole.more {
            let page = try await callVault(VaultManifest.self, .init(after: whole.entries.last?.id), for: session)
            guard page.epoch == whole.epoch, page.head == whole.head else { return nil }
            guard !page.entries.isEmpty else { break }
            whole.entries += page.entries
            (whole.more, whole.digest) = (page.more, page.digest)
        }
        guard !whole.more, whole.digest == ManifestEntry.digest(of: whole.entries) else {
            throw .call(.unreadable(status: 200, reason: "the vault's manifest does not have its own digest"))
        }
        return whole
    }
}

extension DeviceFault {
    /// True if the vault does not have the method that was called.
    fileprivate var isUnknownMethod: Bool {
        guard case .call(.refused(let fault)) = self else { return false }
        return fault.isKind(.methodNotFound)
    }
}

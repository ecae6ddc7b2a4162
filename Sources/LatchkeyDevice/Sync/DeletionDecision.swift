import Contracts
import Domain
import Primitives
import StrictJSON

/// The decision about a deletion made on this device, where the vault has a live item of the same id.
enum DeletionDecision: Hashable {
    /// The deletion is sent, on the item's present version.
    case stands
    /// The item is shown here, and the deletion is forgotten.
    case yields

    /// What is known when the decision is made.
    struct Facts: Hashable {
        var broughtBack: BroughtBack
        var deleted: DeletedContent
        var origin: Origin
    }

    /// The lost version that the item repeats because a device brought it back, compared with the deleted version.
    enum BroughtBack: Hashable, CaseIterable {
        case nothing
        /// The deleted version or one that it was made from, or an earlier one of the epoch of these.
        case deletedOrEarlier
        /// A later version of the same epoch: somebody had restored the entry after its deletion, or had edited it after
        /// the version that this device would delete.
        case later
        /// A version of another epoch, which cannot be compared.
        case ofOtherEpoch
    }

    /// The content that was deleted, compared with the item's.
    enum DeletedContent: Hashable {
        /// The content, or its digest, is in the row.
        case inRow(isSame: Bool)
        /// The server acknowledged the deletion and lost it in a restore. What was deleted is known from the memory of
        /// the deletion alone.
        ///
        /// - Parameter isOlder: true if the item has the version that was deleted, one that this was made from, or an
        ///   earlier one.
        case remembered(isSame: Bool, isOlder: Bool)
        /// Nothing can be compared.
        case unknown
    }

    /// How the item came to its present version.
    enum Origin: Hashable, CaseIterable {
        /// It is as it was in the restored database.
        case restoredDatabase
        /// A device created it and nobody changed it since. A device whose create was applied without its knowledge
        /// repeats it, and names no version that was lost.
        case created
        /// It was changed since the restore.
        case changed
    }

    init(_ facts: Facts) {
        self =
            switch (facts.broughtBack, facts.deleted, facts.origin) {
            // A device only gave back what was deleted later.
            case (.deletedOrEarlier, _, _): .stands
            // Another device has raised the rev without a change, for example when it brought a lost version back.
            case (_, .inRow(isSame: true), _): .stands
            // Another device has edited the item.
            case (_, .inRow(isSame: false), _): .yields
            case (_, .unknown, _): .yields
            // Somebody had restored the entry after the lost deletion.
            case (.later, .remembered, _): .yields
            // Somebody has changed the item since the restore.
            case (.nothing, .remembered, .changed): .yields
            // The restored database has what was deleted, or what it was made from.
            case (_, .remembered(_, isOlder: true), .restoredDatabase): .stands
            // The deleted content came back unedited. The vault cannot see this if the versions are of different
            // epochs, as after two restores.
            case (_, .remembered(let isSame, _), _): isSame ? .stands : .yields
            }
    }
}

extension DeletionDecision.BroughtBack {
    /// - Parameters:
    ///   - deleted: the version of the tombstone, or of the entry that is to be deleted.
    ///   - memory: what this device remembers of the deletion, if the vault had confirmed it.
    init(_ item: VaultItem, deleted: ItemBase, _ memory: RememberedDeletion?) {
        let earlier = [memory?.contentVersion, memory?.contentMadeFrom].compactMap(\.self)
        self =
            switch item.broughtBack {
            case nil: .nothing
            case let version? where version.epoch == deleted.epoch:
                version.rev <= deleted.rev ? .deletedOrEarlier : .later
            case let version? where earlier.contains { $0.epoch == version.epoch && $0.rev >= version.rev }:
                .deletedOrEarlier
            case _?: .ofOtherEpoch
            }
    }
}

extension DeletionDecision.Origin {
    /// - Parameter lastEnd: the last rev before the epoch in force; nil if it is the first.
    init(_ item: VaultItem, deleted: ItemBase, lastEnd: Int64?) {
        if let lastEnd, item.rev.value <= lastEnd {
            self = .restoredDatabase
        } else {
            self = item.createdAtMs == item.updatedAtMs && !item.includes(deleted) ? .created : .changed
        }
    }
}

extension StoreTransaction {
    /// Decides about the deletion of an entry that an answer shows to be live. `yields` where there is nothing to decide:
    /// the entry is not deleted here, has no base, or the answer has no live item.
    func decideDeletion(of entry: LocalEntry, against item: VaultItem?) throws -> DeletionDecision {
        guard entry.body == nil, let base = entry.base, let item, item.state == .live, let body = item.body else {
            return .yields
        }
        let memory = base.state == .lost && base.body == nil ? try rememberedDeletion(of: entry.id) : nil
        let deleted: DeletionDecision.DeletedContent =
            switch base.content {
            case .body(let content): .inRow(isSame: body == content)
            case .erased(let digest?): .inRow(isSame: digest == self.digest(of: body))
            case .erased(nil), .movedToTrash, .tombstone, .unknown: lostContent(memory, comparedWith: item, body)
            }
        return decide(deleted, at: base.version, memory, against: item)
    }

    /// Decides about a deletion that the vault lost, and for which there is no entry here, against a live item.
    func decideLostDeletion(
        _ memory: RememberedDeletion, against item: VaultItem, _ body: JSONObject
    ) -> DeletionDecision {
        decide(lostContent(memory, comparedWith: item, body), at: memory.version, memory, against: item)
    }

    private func decide(
        _ deleted: DeletionDecision.DeletedContent, at version: ItemBase, _ memory: RememberedDeletion?,
        against item: VaultItem
    ) -> DeletionDecision {
        DeletionDecision(
            .init(
                broughtBack: .init(item, deleted: version, memory), deleted: deleted,
                origin: .init(item, deleted: version, lastEnd: profile.history?.lastEnd)))
    }

    private func lostContent(
        _ memory: RememberedDeletion?, comparedWith item: VaultItem, _ body: JSONObject
    ) -> DeletionDecision.DeletedContent {
        guard let memory else { return .unknown }
        return .remembered(
            isSame: memory.contentDigest == digest(of: body),
            isOlder: isAncestor(item, of: [memory.contentVersion, memory.contentMadeFrom]))
    }
}

extension StoreTransaction {
    /// True if the entry's version was lost, and was made from the version that the item has now. This happens when an
    /// older copy of the vault is restored, and later a newer one.
    func isAncestor(_ item: VaultItem?, of entry: LocalEntry) -> Bool {
        guard let item, let base = entry.base, base.state == .lost else { return false }
        return isAncestor(item, of: [base.version, base.madeFrom])
    }

    /// True if the item is one of the versions, or is older than one of them in the history of its epoch.
    private func isAncestor(_ item: VaultItem, of versions: [ItemBase?]) -> Bool {
        versions.compactMap(\.self).contains { version in
            profile.history?.end(of: version.epoch).map { item.rev.value <= min($0, version.rev.value) } ?? false
        }
    }
}

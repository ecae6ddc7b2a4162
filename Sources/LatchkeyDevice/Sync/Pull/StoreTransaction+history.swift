import Contracts
import Primitives
import SQL
import StrictJSON

extension StoreTransaction {
    /// Stores the epochs that the first page of a complete pull lists, and judges all versions of the account's
    /// entries by them: a version that the vault lost in a restore is owed to it.
    ///
    /// A deletion or a move to the trash that the vault lost becomes one to be sent. Versions of the epoch in force
    /// above the head are lost too: the vault went back without beginning an epoch.
    ///
    /// This method requests no push: ``Device/sync()`` pushes after a complete pull, in the same round or in the next one.
    /// If the complete pull belongs to the last round, the next sync sends what is owed.
    mutating func beginHistory(_ page: VaultPull.Answer, of owner: OwnerTag, at now: Instant) throws {
        let history = EpochHistory(
            epoch: page.epoch,
            ended: page.formerEpochs ?? (profile.history?.ended ?? []) + (profile.completePull?.endedEpochs ?? []),
            after: profile.history)
        profile.history = history
        // No rev is below 0, so every version of an epoch without an end is lost.
        let end = { (epoch: EpochID) in epoch == page.epoch ? page.head.value : history.end(of: epoch) ?? -1 }
        for row in try run(EntryTable.selectEpochs(of: owner)) {
            let epoch: EpochID = try row.identifier(0)
            for var entry in try entries(EntryTable.selectLostTombstones(epoch, above: end(epoch), of: owner)) {
                entry.base = entry.base.map { .init(version: $0.version, content: .tombstone, state: .lost) }
                try put(entry)
            }
            try run(EntryTable.markLost(epoch, above: end(epoch), of: owner))
        }
        for row in try run(DeletionMemory.selectEpochs(of: owner)) {
            let epoch: EpochID = try row.identifier(0)
            for lost in try run(DeletionMemory.selectLost(epoch, above: end(epoch), of: owner)) {
                try put(.lostDeletion(RememberedDeletion(lost), at: now, owner: owner))
            }
        }
    }
}

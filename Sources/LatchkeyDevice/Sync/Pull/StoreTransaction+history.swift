import Contracts
import Primitives
import SQL
import StrictJSON

extension StoreTransaction {
    /// Stores the epochs that the first page of a complete pull lists, and judges all versions of the account's
    /// entries by them: a version that the vault lost in a restore is owed to it.
    ///
    /// A deletion that the vault lost becomes a deletion to be sent. Versions of the epoch in force above the head are
    /// lost too: the vault went back without beginning an epoch.
    mutating func beginHistory(
        _ page: VaultPull.Answer, of owner: OwnerTag, at now: Instant, _ report: inout SyncReport
    ) throws {
        let history = VaultHistory(
            epoch: page.epoch,
            ended: page.formerEpochs ?? (profile.history?.ended ?? []) + (profile.completePull?.endedEpochs ?? []))
        profile.history = history
        let end = { (epoch: EpochID) in epoch == page.epoch ? page.head.value : history.end(of: epoch) }
        for row in try run(EntryTable.selectEpochs(of: owner)) {
            let epoch: EpochID = try row.identifier(0)
            try run(EntryTable.markLost(epoch, above: end(epoch), of: owner))
            report.mustPushAgain = report.mustPushAgain || changes > 0
        }
        try run(DeletionMemory.expire(of: owner, at: now))
        for row in try run(DeletionMemory.selectEpochs(of: owner)) {
            let epoch: EpochID = try row.identifier(0)
            for lost in try run(DeletionMemory.selectLost(epoch, above: end(epoch), of: owner)) {
                let version = ItemBase(epoch: epoch, rev: DecimalInt64(try lost.int(1)))
                try put(
                    LocalEntry(
                        id: try lost.identifier(0), kind: "otp", base: .init(version: version, body: [:], state: .lost),
                        body: nil, createdAt: now, owner: owner))
                report.mustPushAgain = true
            }
        }
    }
}

import Contracts
import Primitives
import SQL

extension Device {
    /// After a complete pull, a synchronised row the server does not hold is gone; unless the server lost it, or another
    /// account's server has it. Counts what the person sees no more.
    ///
    /// - Parameter epoch: the history that was pulled. The absence of a version of another history says nothing, unless
    ///   the healing covers it.
    func dropMissing(
        besides present: Set<SecretID>, epoch: EpochID, healing: Healing?
    ) async throws(DeviceFault) -> Int {
        try await store.change { transaction, sealing, profile in
            var removed = 0
            for var entry in try LocalEntry.all(transaction, sealing) where !present.contains(entry.id) {
                guard let version = entry.base?.version, !entry.isHeld(from: profile, sealing) else { continue }
                let isKnownGone = version.epoch == epoch || healing?.covers(version) == true
                if entry.body != nil, entry.hasUnsentEdits || !isKnownGone {
                    entry.base = nil  // it is owed again, as a new item
                    entry.sent = nil
                    try entry.store(in: transaction, sealing)
                } else {
                    removed += entry.body == nil ? 0 : 1
                    try entry.remove(from: transaction)
                }
            }
            return removed
        }
    }
}

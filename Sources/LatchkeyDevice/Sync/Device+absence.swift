import Contracts
import Primitives

extension Device {
    /// Decides about the synchronised entries that a complete pull did not contain.
    ///
    /// An entry that was deleted, on the server or here, is removed. One that is edited here, or that the server may
    /// have lost with its history, becomes a new entry to be sent again. Held entries are left alone.
    ///
    /// - Parameters:
    ///   - epoch: the epoch of the pull. If an entry's version is of another epoch, its absence proves no deletion,
    ///     unless `change` says that the new epoch includes the version.
    /// - Returns: the number of visible entries that were removed.
    func removeAbsent(
        except present: Set<SecretID>, epoch: EpochID, after change: EpochChange?
    ) async throws(DeviceFault) -> Int {
        try await store.write { transaction in
            var removed = 0
            for var entry in try transaction.entries() where !present.contains(entry.id) {
                guard let version = entry.base?.version, !transaction.isHeld(entry) else { continue }
                let isDeletedThere = version.epoch == epoch || change?.includes(version) == true
                if entry.body != nil, entry.hasUnsentEdits || !isDeletedThere {
                    entry.base = nil
                    entry.inFlight = nil
                    try transaction.put(entry)
                } else {
                    removed += entry.body == nil ? 0 : 1
                    try transaction.remove(entry)
                }
            }
            return removed
        }
    }
}

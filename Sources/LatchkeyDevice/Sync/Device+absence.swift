import Contracts
import Primitives

extension Device {
    /// Treats the synchronised entries that a complete pull did not contain.
    ///
    /// An entry that the server has deleted is removed. One that is edited here, or that the server may have lost with
    /// its history, becomes a new entry to be sent again. Entries of other accounts are left alone.
    ///
    /// - Parameters:
    ///   - epoch: the epoch of the pull. The absence of a version of another epoch proves nothing, unless the epoch
    ///     change says that the new one includes it.
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

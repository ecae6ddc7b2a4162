import Contracts
import Primitives

/// The epochs of an account's vault: the one in force, and for each ended one the part that the vault still has.
///
/// Revs grow through all epochs, so two included versions of an item compare by their revs alone.
struct VaultHistory: Sendable, Hashable, Codable {
    /// The epoch in force.
    let epoch: EpochID
    /// The ended epochs; one that is not listed is lost as a whole.
    let ended: [FormerEpoch]

    /// The last rev of an epoch that the vault still has; -1 if it has none of it.
    func end(of epoch: EpochID) -> Int64 {
        if epoch == self.epoch { return .max }
        return ended.last { $0.epoch == epoch }?.end.value ?? -1
    }

    /// True if the version still names the same change; false if the vault lost it in a restore.
    func includes(_ version: ItemBase) -> Bool { version.rev.value <= end(of: version.epoch) }
}

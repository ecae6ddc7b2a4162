import Contracts

/// Comparisons of the lost version that a device brought back with another version of the item. Versions of different epochs
/// cannot be compared; every comparison is then false.
extension VaultItem {
    /// True if the item is later than the given version: it repeats or was made from this version or a later one of the same
    /// epoch, which a device brought back. An earlier version of the vault names only what is repeated. In the trash the
    /// content may be older all the same, because a move to the trash brings none back.
    func isLater(than version: ItemBase) -> Bool {
        (includes ?? broughtBack).map { $0.epoch == version.epoch && $0.rev >= version.rev } ?? false
    }

    /// True if the item repeats the given version, or an earlier one of its epoch. A deletion of the given version then
    /// stands.
    func bringsBackNothingLater(than version: ItemBase) -> Bool {
        broughtBack.map { $0.epoch == version.epoch && $0.rev <= version.rev } ?? false
    }

    /// True if the item repeats a version of the same epoch that is above the given one.
    func bringsBackLater(than version: ItemBase) -> Bool {
        broughtBack.map { $0.epoch == version.epoch && $0.rev > version.rev } ?? false
    }
}

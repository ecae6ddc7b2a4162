import Contracts

extension VaultItem {
    /// True if the item repeats or was made from the given version, or a later one of the same epoch, which a device
    /// brought back. An earlier version of the vault names only what is repeated. In the trash the content may be older
    /// all the same, because a move to the trash brings none back. Versions of different epochs cannot be compared: then
    /// this is false.
    func includes(_ version: ItemBase) -> Bool {
        (includes ?? broughtBack).map { $0.epoch == version.epoch && $0.rev >= version.rev } ?? false
    }
}

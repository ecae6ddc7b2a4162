import Primitives
import VaultStore

extension Retention {
    /// Shorter times than the product's, so that each history contains many sweeps.
    ///
    /// Their order is that of the product's times, and each is long against what is not shortened: an unchanged cursor
    /// is written once an hour, so a device must stay active for several hours. The times of the devices' own store are
    /// not shortened. A device may remember deletions for longer than the vault keeps its tombstones, since a repeated
    /// deletion of an absent item changes nothing. The reverse would be wrong: after a restore the vault could have an
    /// entry again whose deletion every device has forgotten.
    static let simulated: Retention = {
        var retention = Retention()
        retention.trash = .hours(2)
        retention.tombstones = .hours(6)
        retention.operations = .hours(6)
        retention.devices = .hours(6)
        retention.betweenSightings = .minutes(30)
        retention.retry = .hours(1)
        return retention
    }()
}

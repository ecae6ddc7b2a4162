import Contracts
import JSONRPC
import Primitives
import StrictJSON

/// The content of a `resyncRequired` fault: the vault's history may have lost its last changes in a restore.
struct EpochChange: Sendable {
    /// The epoch that ended; nil where the server cannot name it.
    private let ended: EpochID?
    /// The last rev of the ended epoch that the new one includes.
    private let lastIncludedRev: Int64?

    init(_ fault: RemoteFault) {
        ended = fault.data["parent"]?.string.flatMap { EpochID($0) }
        lastIncludedRev = fault.data["epochBase"]?.string.flatMap { Int64($0) }
    }

    /// True when the server may have lost this version, so that this device's copy restores it.
    func mayHaveLost(_ version: ItemBase) -> Bool {
        guard let ended, let lastIncludedRev, version.epoch == ended else { return false }
        return version.rev.value > lastIncludedRev
    }

    /// True when the new epoch includes everything up to this version, deletions too.
    func includes(_ version: ItemBase) -> Bool { version.epoch == ended && !mayHaveLost(version) }
}

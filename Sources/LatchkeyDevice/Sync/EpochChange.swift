import Contracts
import JSONRPC
import Primitives
import StrictJSON

/// The content of a `resyncRequired` fault. If it names an ended epoch, the last changes of that epoch may be lost.
struct EpochChange: Sendable {
    /// The epoch that ended; nil if the resync has another reason or the server does not know the cursor's epoch.
    private let ended: EpochID?
    /// The last rev of the ended epoch that the new one includes.
    private let lastIncludedRev: Int64?

    init(_ fault: RemoteFault) {
        ended = fault.data["parent"]?.string.flatMap { EpochID($0) }
        lastIncludedRev = fault.data["epochBase"]?.string.flatMap { Int64($0) }
    }

    /// True if the server may have lost this version, so that this device's copy restores it.
    func mayHaveLost(_ version: ItemBase) -> Bool {
        guard let ended, let lastIncludedRev, version.epoch == ended else { return false }
        return version.rev.value > lastIncludedRev
    }

    /// True if the new epoch includes everything up to this version, deletions too.
    func includes(_ version: ItemBase) -> Bool { version.epoch == ended && !mayHaveLost(version) }
}

import Contracts
import JSONRPC
import Primitives
import StrictJSON

/// What a `resyncRequired` says of the histories before and after (VAULT.md, "Healing").
struct Healing: Sendable {
    /// The history that was left; nil where the server cannot name it.
    private let parent: EpochID?
    /// Revs of that history up to here are in the new one.
    private let epochBase: Int64?

    init(_ fault: RemoteFault) {
        parent = fault.data["parent"]?.string.flatMap { EpochID($0) }
        epochBase = fault.data["epochBase"]?.string.flatMap { Int64($0) }
    }

    /// True when the server may have lost this version, so that this device's copy is the one that heals it.
    func mayBeLost(_ version: ItemBase) -> Bool {
        guard let parent, let epochBase, version.epoch == parent else { return false }
        return version.rev.value > epochBase
    }

    /// True when the new history holds all there was up to this version, its deletion included.
    func covers(_ version: ItemBase) -> Bool { version.epoch == parent && !mayBeLost(version) }
}

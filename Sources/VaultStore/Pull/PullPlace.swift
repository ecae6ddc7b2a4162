public import Primitives

/// A place in an account's order of changes, as a cursor holds it.
public struct PullPlace: Sendable, Hashable {
    /// The history the number is of.
    public let epoch: EpochID
    /// Everything up to this number has been seen.
    public let seq: Int64
    /// The head's number when the device began from nothing: while it still reads what was there then, `seq` is low
    /// without anything being missed, so the cursor does not expire by `seq` alone.
    public let base: Int64

    /// A place in a history.
    public init(epoch: EpochID, seq: Int64, base: Int64) {
        self.epoch = epoch
        self.seq = seq
        self.base = base
    }

    /// Whether this place can be continued from.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``; `chain` is asked only for a place of another epoch.
    func check(against head: HeadRow, chain: () throws -> [EpochID: Int64]) throws {
        guard epoch == head.epoch else {
            let left = try chain()[epoch]
            throw VaultStoreFault.resyncRequired(.epochChanged(parent: left == nil ? nil : epoch, base: left))
        }
        guard seq <= head.seq else { throw VaultStoreFault.resyncRequired(.cursorAhead) }
        guard max(seq, base) >= head.floor else { throw VaultStoreFault.resyncRequired(.cursorExpired) }
    }
}

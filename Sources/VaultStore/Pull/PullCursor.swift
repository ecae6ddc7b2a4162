public import Primitives

/// A position in an account's sequence of changes.
public struct PullCursor: Sendable, Hashable {
    /// The history in which ``seq`` was assigned.
    public let epoch: EpochID
    /// The number of the last change that the device has read.
    public let seq: Int64
    /// The account's sequence number when the device began its pull from the beginning.
    ///
    /// Until that pull has ended, ``seq`` is low. The device still needs no tombstone up to this number, so the cursor
    /// expires by the larger of the two.
    public let pullStart: Int64

    public init(epoch: EpochID, seq: Int64, pullStart: Int64) {
        self.epoch = epoch
        self.seq = seq
        self.pullStart = pullStart
    }

    /// Checks that a pull can continue from this position.
    ///
    /// - Parameter formerEpochs: reads the account's former epochs and where each ended; called only for a cursor of
    ///   another epoch than the head's.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``; ``LostHistory`` if the cursor is above the head.
    func check(against head: HeadRow, formerEpochs: () throws -> [EpochID: Int64]) throws {
        guard epoch == head.epoch else {
            let end = try formerEpochs()[epoch]
            throw VaultStoreFault.resyncRequired(.epochChanged(epoch: end == nil ? nil : epoch, end: end))
        }
        guard seq <= head.seq else { throw LostHistory(cursor: self) }
        guard max(seq, pullStart) >= head.floor else { throw VaultStoreFault.resyncRequired(.cursorExpired) }
    }
}

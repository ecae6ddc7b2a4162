import Contracts
import Primitives

/// The epochs of an account's vault: the one in force, and for each earlier one the part that the vault still has.
///
/// Revs grow through all epochs, so two included versions of an item compare by their revs alone.
struct EpochHistory: Sendable, Hashable, Codable {
    /// The epoch in force.
    let epoch: EpochID
    /// The ended epochs that the vault lists.
    let ended: [FormerEpoch]
    /// Epochs that the vault does not list, because it has forgotten them in a restore. Each has the last rev up to
    /// which its history is the present one, as far as this device knows. nil in a profile of an earlier version.
    private(set) var forgotten: [FormerEpoch]?

    /// The most forgotten epochs that are stored; the oldest are dropped first.
    private static let mostForgotten = 32

    /// - Parameter earlier: the history that the vault listed before. What of it is missing now was forgotten.
    init(epoch: EpochID, ended: [FormerEpoch], after earlier: EpochHistory? = nil) {
        (self.epoch, self.ended) = (epoch, ended)
        forgotten = earlier.map { Array($0.forgotten(by: self).suffix(Self.mostForgotten)) }
    }

    /// The last rev of an epoch that the vault still has; nil if it has none of it.
    func end(of epoch: EpochID) -> Int64? {
        if epoch == self.epoch { return .max }
        return (ended.last { $0.epoch == epoch } ?? forgotten?.last { $0.epoch == epoch })?.end.value
    }

    /// The last rev before the epoch in force began; nil if it is the first. An item with a rev up to it was not
    /// changed since the restore.
    var lastEnd: Int64? { ended.map(\.end.value).max() }

    /// True if the version still names the same change; false if the vault lost it in a restore.
    func contains(_ version: ItemBase) -> Bool {
        end(of: version.epoch).map { version.rev.value <= $0 } ?? false
    }

    /// The rev up to which the history of an epoch that the vault does not list is the present one; nil if the vault
    /// lists it, or if nothing is known about it.
    func sharedSeq(with epoch: EpochID) -> DecimalInt64? {
        guard epoch != self.epoch, !ended.contains(where: { $0.epoch == epoch }) else { return nil }
        return forgotten?.last { $0.epoch == epoch }?.end
    }

    /// The epochs of this history that a later one does not list. Each keeps, as its end, the smaller of its own end
    /// and the last rev that both histories contain.
    private func forgotten(by later: EpochHistory) -> [FormerEpoch] {
        let mine = (forgotten ?? []) + ended + [FormerEpoch(epoch: epoch, end: DecimalInt64(.max))]
        let common =
            mine.compactMap { former in later.end(of: former.epoch).map { min(former.end.value, $0) } }.max() ?? 0
        return mine.filter { later.end(of: $0.epoch) == nil }.map {
            FormerEpoch(epoch: $0.epoch, end: DecimalInt64(min($0.end.value, common)))
        }
    }
}

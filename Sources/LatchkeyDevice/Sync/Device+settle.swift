import Contracts
import Machines
import SQL
import StrictJSON
import TimeAndChance
import Vocabulary

extension Device {
    /// Draws the consequence of each answered operation, all in one transaction.
    func settle(
        _ results: [OpResult], of ops: [PushOp], epoch: EpochID, head: DecimalInt64
    ) async throws(DeviceFault) -> SyncReport {
        do {
            return try await store.change { [dice, clock] transaction, sealing, profile in
                var report = SyncReport()
                for (op, result) in zip(ops, results) where op.opId == result.opId {
                    guard var entry = try LocalEntry.find(op.id, transaction, sealing), entry.sent == op else {
                        continue
                    }
                    entry.sent = nil
                    let settlement = entry.settle(op, result, epoch: epoch, dice: dice)
                    report.add(settlement.report)
                    for var copy in settlement.copies {
                        copy.made = clock.now
                        try copy.store(in: transaction, sealing)
                    }
                    if entry.base == nil && entry.body == nil {
                        try entry.remove(from: transaction)
                    } else {
                        try entry.store(in: transaction, sealing)
                    }
                }
                profile.head = max(profile.head, head)
                return report
            }
        } catch {
            throw .storeUnreadable
        }
    }
}

extension LocalEntry {
    struct Settlement {
        var report = SyncReport()
        var copies: [LocalEntry] = []
    }

    /// Takes the server's word on an operation of this entry.
    mutating func settle(_ op: PushOp, _ result: OpResult, epoch: EpochID, dice: Dice) -> Settlement {
        var settlement = Settlement()
        switch result.outcome == .replayed ? result.first ?? .applied : result.outcome {
        case .applied, .noop, .replayed:
            settlement.report.sent = 1
            takeOver(op, rev: result.rev, epoch: epoch)
        case .conflict:
            meet(result.current, epoch: epoch, dice: dice, &settlement)
        case .gone:
            meetTombstone(&settlement)
        case .rejected where result.reason == "opExpired" || result.reason == "opIdReused":
            break  // the next push makes a new operation
        case .rejected:
            parked = [result.reason, result.field].compactMap(\.self).joined(separator: ": ")
            settlement.report.refused[id] = parked
        }
        return settlement
    }

    private mutating func takeOver(_ op: PushOp, rev: DecimalInt64?, epoch: EpochID) {
        guard let sent = op.body, let rev else {
            base = nil
            return
        }
        base = Base(version: ItemBase(epoch: epoch, rev: rev), body: sent)
    }

    /// Another device changed the item too.
    mutating func meet(_ current: VaultItem?, epoch: EpochID, dice: Dice, _ settlement: inout Settlement) {
        guard let current, let theirs = current.body else { return }
        let before = base?.body
        base = Base(version: ItemBase(epoch: epoch, rev: current.rev), body: theirs)
        guard let ours = body else {
            body = theirs  // a delete lost against a newer edit: the edit stays
            return
        }
        switch Merge.three(base: before, ours: ours, theirs: theirs) {
        case .merged(let merged): body = merged
        case .apart:
            let copy = LocalEntry(
                id: dice.id(), kind: kind, base: nil, body: ours, sent: nil, parked: nil, made: made, owner: owner)
            settlement.copies.append(copy)
            settlement.report.copies.append(copy.id)
            body = theirs
        }
    }

    /// The item was deleted elsewhere while it was edited here: it stays here, parked, until the person chooses.
    private mutating func meetTombstone(_ settlement: inout Settlement) {
        base = nil
        guard body != nil else { return }
        parked = "gone"
        settlement.report.gone.append(id)
    }
}

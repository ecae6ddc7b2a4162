import Contracts
import Domain
import Primitives
import SQL
import StrictJSON

extension Device {
    /// Draws the consequence of each answered operation, all in one transaction; tells whether anything is now nearer to
    /// being settled than before.
    func settle(
        _ results: [OpResult], of ops: [PushOp], epoch: EpochID, head: DecimalInt64
    ) async throws(DeviceFault) -> (report: SyncReport, hasMoved: Bool) {
        try await store.change { [random, clock] transaction, sealing, profile in
            var report = SyncReport(), hasMoved = head > profile.head
            for (op, result) in zip(ops, results) where op.opId == result.opId {
                guard var entry = try LocalEntry.find(op.id, transaction, sealing), entry.sent == op else {
                    continue
                }
                entry.sent = nil
                entry.owner = profile.accountId.map { sealing.tag($0.bytes) }
                let before = entry
                let settlement = entry.settle(op, result, epoch: epoch, random: random)
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
                hasMoved = hasMoved || entry != before || result.outcome == .replayed
            }
            profile.head = max(profile.head, head)
            return (report, hasMoved)
        }
    }
}

extension LocalEntry {
    struct Settlement {
        var report = SyncReport()
        var copies: [LocalEntry] = []
    }

    /// Takes the server's word on an operation of this entry.
    mutating func settle(_ op: PushOp, _ result: OpResult, epoch: EpochID, random: RandomSource) -> Settlement {
        var settlement = Settlement()
        switch result.outcome == .replayed ? result.first ?? .applied : result.outcome {
        case .applied, .noop, .replayed:
            settlement.report.sent = 1
            takeOver(op, rev: result.rev, epoch: epoch)
        case .conflict:
            meet(result.current, epoch: epoch, random: random, &settlement)
        case .gone:
            meetTombstone(&settlement)
        case .rejected where result.reason == "opExpired" || result.reason == "opIdReused":
            break  // the next push makes a new operation
        case .rejected:
            park([result.reason, result.field].compactMap(\.self).joined(separator: ": "), &settlement)
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
    private mutating func meet(
        _ current: VaultItem?, epoch: EpochID, random: RandomSource, _ settlement: inout Settlement
    ) {
        guard let current else { return }  // an answer told again: the next operation gets it whole
        guard let theirs = current.body else { return park(current.fault ?? "conflict", &settlement) }
        guard current.state == .live || body == nil else { return meetTombstone(&settlement) }
        let before = base?.body
        base = Base(version: ItemBase(epoch: epoch, rev: current.rev), body: theirs)
        guard let ours = body else {
            if current.state == .live { body = theirs }  // a delete lost against a newer edit: the edit stays
            return
        }
        switch Merge.three(base: before, ours: ours, theirs: theirs) {
        case .merged(let merged): body = merged
        case .apart:
            let copy = LocalEntry(
                id: random.id(), kind: kind, base: nil, body: ours, sent: nil, parked: nil, made: made, owner: owner)
            settlement.copies.append(copy)
            settlement.report.copies.append(copy.id)
            body = theirs
        }
    }

    /// It stays here, not sent again until the person does something about it; what was to be deleted shows again.
    private mutating func park(_ reason: String, _ settlement: inout Settlement) {
        parked = reason
        body = body ?? base?.body
        settlement.report.refused[id] = reason
    }

    /// The item was deleted elsewhere while it was edited here: it stays here, parked, until the person chooses.
    private mutating func meetTombstone(_ settlement: inout Settlement) {
        base = nil
        guard body != nil else { return }
        parked = "gone"
        settlement.report.gone.append(id)
    }
}

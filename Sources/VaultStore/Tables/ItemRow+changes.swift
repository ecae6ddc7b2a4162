import Domain
import Primitives

extension ItemRow {
    /// A row that is about to be filled for the first time.
    init(new id: SecretID, _ content: SecretOp.Content, by device: DeviceID, now: Instant) {
        self.init(
            id: id, kind: content.kind ?? "", state: .live, rev: 0, schema: content.schema ?? 1, dekVersion: 0,
            bodyRev: 0,
            sealed: nil, contentMAC: nil, size: 0, createdAt: now, updatedAt: now, deletedAt: nil, updatedBy: device,
            healed: nil)
    }

    /// Leaves a tombstone: the id and the rev stay, the body and what tells it apart go.
    mutating func erase(at now: Instant) {
        state = .deleted
        deletedAt = now
        sealed = nil
        contentMAC = nil
        size = 0
    }
}

extension OpTable.Entry {
    /// What is remembered of an outcome; nil for one that is not remembered.
    init?(_ outcome: PushOutcome, requestMAC: [UInt8]) {
        switch outcome {
        case .applied(let rev): self.init(requestMAC: requestMAC, outcome: .applied, rev: rev)
        case .copied(_, let rev): self.init(requestMAC: requestMAC, outcome: .copied, rev: rev)
        case .noop(let rev): self.init(requestMAC: requestMAC, outcome: .noop, rev: rev)
        case .conflict(let current): self.init(requestMAC: requestMAC, outcome: .conflict, rev: current.rev)
        case .gone(let tombstone): self.init(requestMAC: requestMAC, outcome: .gone, rev: tombstone?.rev)
        case .rejected, .replayed: return nil
        }
    }
}

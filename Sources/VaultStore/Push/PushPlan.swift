import Cryptography
import Domain
import Primitives

/// Decides the operations of one push, one after the other, on rows already read, and notes what to write.
///
/// Nothing is written while it decides, so an atomic push that fails leaves no trace.
struct PushPlan {
    /// Everything a decision may look at.
    struct Facts {
        let account: AccountID
        let device: DeviceID
        let now: Instant
        let limits: StoreLimits
        /// The numbers at which ended epochs were left.
        let chain: [EpochID: Int64]
        let contentKey: Key256
        let requestKey: Key256
        /// Seals a body as the row it belongs to.
        let seal: (_ body: [UInt8], _ item: ItemRow) throws -> [UInt8]
        /// Shows a row to its owner.
        let show: (ItemRow) throws -> StoredSecret
    }

    let facts: Facts
    var head: HeadRow
    var items: [SecretID: ItemRow]
    var log: [OperationID: OpTable.Entry]
    private(set) var writes = PushWrites()

    init(_ facts: Facts, head: HeadRow, items: [SecretID: ItemRow], log: [OperationID: OpTable.Entry]) {
        self.facts = facts
        self.head = head
        self.items = items
        self.log = log
    }

    /// What becomes of one operation, after those before it.
    mutating func decide(_ op: SecretOp) throws -> PushOutcome {
        let mac = KeyedHash.request(op, of: facts.account, key: facts.requestKey)
        if let entry = log[op.opID] {
            guard ConstantTime.equal(entry.requestMAC, mac) else { return .rejected(.opIdReused) }
            return .replayed(try recall(entry, of: op))
        }
        if let known = op.knownSeq, known < head.opFloor { return .rejected(.opExpired) }
        let outcome = try settle(op)
        if let entry = OpTable.Entry(outcome, requestMAC: mac) {
            log[op.opID] = entry
            writes.ops.append((op.opID, entry, head.seq))
        }
        return outcome
    }

    private mutating func settle(_ op: SecretOp) throws -> PushOutcome {
        if let refusal = shape(op) { return .rejected(refusal) }
        guard let fit = fit(of: op) else { return .rejected(.baseUnknown) }
        // A device that brings back what a restore lost replaces what is there, whether it calls it a create or not.
        let type = op.type == .create && fit.healed != nil && items[op.id] != nil ? .update : op.type
        let facts = SecretFacts(
            baseMatches: fit.isCurrent, sameContent: hasSameContent(op), force: op.force, hasBody: op.content != nil)
        switch SecretDecision.decide(type, on: items[op.id]?.state, facts) {
        case .applied: return try apply(op, healed: fit.healed)
        case .noop: return .noop(rev: items[op.id]?.rev)
        case .conflict: return try conflict(op)
        case .gone: return try gone(op, healed: fit.healed)
        case .rejected(.unknownItem): return .rejected(.unknownItem)
        case .rejected(.bodyRequired): return .rejected(.bodyRequired)
        }
    }

    private func shape(_ op: SecretOp) -> OpRejection? {
        guard let content = op.content else {
            return op.type == .create || op.type == .update ? .bodyRequired : nil
        }
        if content.body.count > facts.limits.bytesPerBody { return .bodyTooLarge }
        guard let item = items[op.id] else { return content.kind == nil ? .kindRequired : nil }
        let isOfOther = content.kind != nil && content.kind != item.kind
        return isOfOther && item.state != .deleted && op.type != .create ? .kindDiffers : nil
    }

    private func hasSameContent(_ op: SecretOp) -> Bool {
        guard let content = op.content, let item = items[op.id], let mac = item.contentMAC else { return false }
        let theirs = KeyedHash.content(
            content.body, kind: content.kind ?? item.kind, schema: content.schema ?? item.schema, of: facts.account,
            key: facts.contentKey)
        return ConstantTime.equal(mac, theirs)
    }

    private mutating func conflict(_ op: SecretOp) throws -> PushOutcome {
        if op.onConflict == .copy, let content = op.content { return try copy(content, of: op) }
        guard let item = items[op.id] else { return .gone(tombstone: nil) }
        return .conflict(current: try facts.show(item))
    }

    private mutating func gone(_ op: SecretOp, healed: ItemRow.Healed?) throws -> PushOutcome {
        switch op.onGone {
        case .return: return .gone(tombstone: try items[op.id].map(facts.show))
        case .restore: return try apply(op, healed: healed)
        case .copy:
            guard let content = op.content else { return .rejected(.bodyRequired) }
            return try copy(content, of: op)
        }
    }

    private mutating func copy(_ content: SecretOp.Content, of op: SecretOp) throws -> PushOutcome {
        guard let copyID = op.copyID else { return .rejected(.copyIdRequired) }
        let named = SecretOp.Content(
            kind: content.kind ?? items[op.id]?.kind, schema: content.schema ?? items[op.id]?.schema, body: content.body
        )
        guard named.kind != nil else { return .rejected(.kindRequired) }
        let made = SecretOp(.create, copyID, opID: op.opID, content: named)
        guard let taken = items[copyID] else {
            let outcome = try apply(made, healed: nil)
            guard case .applied(let rev) = outcome else { return outcome }
            return .copied(id: copyID, rev: rev)
        }
        guard taken.state == .live, hasSameContent(made) else { return .rejected(.copyIdTaken) }
        return .copied(id: copyID, rev: taken.rev)
    }

    private func recall(_ entry: OpTable.Entry, of op: SecretOp) throws -> PushOutcome {
        switch (entry.outcome, entry.rev) {
        case (.applied, let rev?): return .applied(rev: rev)
        case (.copied, let rev?):
            guard let copyID = op.copyID else { throw VaultStoreFault.damagedRow("a copy without an id") }
            return .copied(id: copyID, rev: rev)
        case (.noop, let rev): return .noop(rev: rev)
        case (.conflict, _):
            guard let item = items[op.id] else { return .gone(tombstone: nil) }
            return .conflict(current: try facts.show(item))
        case (.gone, _): return .gone(tombstone: try items[op.id].map(facts.show))
        case (.applied, nil), (.copied, nil): throw VaultStoreFault.damagedRow("an applied operation without a rev")
        }
    }
}

extension PushPlan {
    /// Carries an operation out on the row it names: takes the next number, and notes what to write.
    private mutating func apply(_ op: SecretOp, healed: ItemRow.Healed?) throws -> PushOutcome {
        let before = items[op.id]
        guard
            var item = before
                ?? op.content.map({ ItemRow(new: op.id, $0, by: facts.device, now: facts.now) })
        else { return .rejected(.unknownItem) }
        head.seq += 1
        item.rev = head.seq
        item.updatedAt = facts.now
        item.updatedBy = facts.device
        item.healed = healed
        switch op.type {
        case .create, .update, .restore:
            item.state = .live
            item.deletedAt = nil
            if let content = op.content { try fill(&item, with: content) }
        case .trash:
            item.state = .trashed
            item.deletedAt = facts.now
        case .delete:
            item.erase(at: facts.now)
        }
        if let refusal = account(for: item, after: before) {
            head.seq -= 1
            return .rejected(refusal)
        }
        items[op.id] = item
        writes.put(item, replacing: before)
        return .applied(rev: item.rev)
    }

    private func fill(_ item: inout ItemRow, with content: SecretOp.Content) throws {
        item.kind = content.kind ?? item.kind
        item.schema = content.schema ?? item.schema
        item.size = Int64(content.body.count)
        item.bodyRev = item.rev
        item.dekVersion = head.dekVersion
        item.contentMAC = KeyedHash.content(
            content.body, kind: item.kind, schema: item.schema, of: facts.account, key: facts.contentKey)
        item.sealed = try facts.seal(content.body, item)
    }

    /// Counts a changed row into the head, or says which limit it would pass.
    private mutating func account(for item: ItemRow, after before: ItemRow?) -> OpRejection? {
        let items = head.items + (item.state == .deleted ? 0 : 1) - (before.map { $0.state == .deleted ? 0 : 1 } ?? 0)
        let bytes = head.bytes + item.size - (before?.size ?? 0)
        if items > head.items, items > facts.limits.itemsPerAccount { return .tooManyItems }
        if bytes > head.bytes, bytes > facts.limits.bytesPerAccount { return .accountFull }
        head.items = items
        head.bytes = bytes
        return nil
    }
}

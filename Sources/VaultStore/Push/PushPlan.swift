import Cryptography
import Domain
import Primitives
import SQL

/// Decides the operations of one push, one after the other, on rows already read, and collects what to write.
///
/// It writes nothing itself, so an atomic push is abandoned by dropping the plan.
struct PushPlan {
    /// The input of the decisions.
    struct Facts {
        let account: AccountID
        let device: DeviceID
        let now: Instant
        let limits: StoreLimits
        /// The account's ended epochs, each with the sequence number at which it ended.
        let endedEpochs: [EpochID: Int64]
        let contentKey: Key256
        let requestKey: Key256
        /// Encrypts the body of a row.
        let seal: (_ body: [UInt8], _ item: ItemRow) throws -> [UInt8]
        /// Decrypts a row.
        let open: (ItemRow) throws -> StoredSecret
    }

    let facts: Facts
    private(set) var head: HeadRow
    private(set) var items: [SecretID: ItemRow]
    private(set) var log: [OperationID: OpRow]
    private(set) var writes = PushWrites()

    init(_ facts: Facts, head: HeadRow, items: [SecretID: ItemRow], log: [OperationID: OpRow]) {
        self.facts = facts
        self.head = head
        self.items = items
        self.log = log
    }

    /// Decides one operation on the state that the operations before it left.
    mutating func decide(_ op: SecretOp) throws -> PushOutcome {
        let mac = KeyedHash.request(op, of: facts.account, key: facts.requestKey)
        if let row = log[op.opID] {
            guard ConstantTime.equal(row.requestMAC, mac) else { return .rejected(.opIdReused) }
            return .replayed(try loggedOutcome(row, of: op))
        }
        if let known = op.knownSeq, known < head.opFloor { return .rejected(.opExpired) }
        let outcome = try newOutcome(of: op)
        if let row = OpRow(outcome, requestMAC: mac) {
            log[op.opID] = row
            writes.log(op.opID, row, seq: head.seq)
        }
        return outcome
    }

    private mutating func newOutcome(of op: SecretOp) throws -> PushOutcome {
        if let rejection = formRejection(op) { return .rejected(rejection) }
        guard let match = match(op) else { return .rejected(.baseUnknown) }
        // A device that brings back what a restore lost may call it a create; if the secret is there, it is an update.
        let type = op.type == .create && match.lostRev != nil && items[op.id] != nil ? .update : op.type
        let decision = SecretDecision.decide(
            type, on: items[op.id]?.state,
            SecretFacts(
                baseMatches: match.isCurrent, sameContent: hasSameContent(op), force: op.force,
                hasBody: op.content != nil))
        switch decision {
        case .applied: return try apply(op, healing: match.lostRev)
        case .noop: return .noop(rev: items[op.id]?.rev)
        case .conflict: return try conflict(op)
        case .gone: return try gone(op, healing: match.lostRev)
        case .rejected(.unknownItem): return .rejected(.unknownItem)
        case .rejected(.bodyRequired): return .rejected(.bodyRequired)
        }
    }

    /// The reason to reject an operation before its base is compared; nil if there is none.
    private func formRejection(_ op: SecretOp) -> OpRejection? {
        guard let content = op.content else {
            return op.type == .create || op.type == .update ? .bodyRequired : nil
        }
        if content.body.count > facts.limits.bytesPerBody { return .bodyTooLarge }
        guard let item = items[op.id] else { return content.kind == nil ? .kindRequired : nil }
        let isOtherKind = content.kind != nil && content.kind != item.kind
        return isOtherKind && item.state != .deleted && op.type != .create ? .kindDiffers : nil
    }

    private func hasSameContent(_ op: SecretOp) -> Bool {
        guard let content = op.content, let item = items[op.id], let mac = item.contentMAC else { return false }
        let opMAC = KeyedHash.content(
            content.body, kind: content.kind ?? item.kind, schema: content.schema ?? item.schema, of: facts.account,
            key: facts.contentKey)
        return ConstantTime.equal(mac, opMAC)
    }

    private mutating func conflict(_ op: SecretOp) throws -> PushOutcome {
        if op.onConflict == .copy, let content = op.content { return try copy(content, of: op) }
        guard let item = items[op.id] else { return .gone(current: nil) }
        return .conflict(current: try facts.open(item))
    }

    private mutating func gone(_ op: SecretOp, healing lost: ItemRow.LostRev?) throws -> PushOutcome {
        switch op.onGone {
        case .return: return .gone(current: try items[op.id].map(facts.open))
        case .restore: return try apply(op, healing: lost)
        case .copy:
            guard let content = op.content else { return .rejected(.bodyRequired) }
            return try copy(content, of: op)
        }
    }

    /// Stores an operation's body as the secret `copyID`. A secret of this id with the same content counts as the copy.
    private mutating func copy(_ content: SecretOp.Content, of op: SecretOp) throws -> PushOutcome {
        guard let copyID = op.copyID else { return .rejected(.copyIdRequired) }
        let content = SecretOp.Content(
            kind: content.kind ?? items[op.id]?.kind, schema: content.schema ?? items[op.id]?.schema, body: content.body
        )
        guard content.kind != nil else { return .rejected(.kindRequired) }
        let create = SecretOp(.create, copyID, opID: op.opID, content: content)
        guard let taken = items[copyID] else {
            let outcome = try apply(create, healing: nil)
            guard case .applied(let rev) = outcome else { return outcome }
            return .copied(id: copyID, rev: rev)
        }
        guard taken.state == .live, hasSameContent(create) else { return .rejected(.copyIdTaken) }
        return .copied(id: copyID, rev: taken.rev)
    }

    /// The outcome of a repeated operation. The log has no bodies, so a conflict or gone shows the secret as it is
    /// now.
    private func loggedOutcome(_ row: OpRow, of op: SecretOp) throws -> PushOutcome {
        switch (row.outcome, row.rev) {
        case (.applied, let rev?): return .applied(rev: rev)
        case (.copied, let rev?):
            guard let copyID = op.copyID else { throw SQLFault.damagedRow("a copied operation has no copy id") }
            return .copied(id: copyID, rev: rev)
        case (.noop, let rev): return .noop(rev: rev)
        case (.conflict, _):
            guard let item = items[op.id] else { return .gone(current: nil) }
            return .conflict(current: try facts.open(item))
        case (.gone, _): return .gone(current: try items[op.id].map(facts.open))
        case (.applied, nil), (.copied, nil): throw SQLFault.damagedRow("an applied operation has no rev")
        }
    }
}

extension PushPlan {
    /// Applies an operation to its row under the next sequence number, and collects the row to write. Rejects the
    /// operation if the account would exceed a limit.
    private mutating func apply(_ op: SecretOp, healing lost: ItemRow.LostRev?) throws -> PushOutcome {
        let before = items[op.id]
        guard
            var item = before
                ?? op.content.map({ ItemRow(new: op.id, $0, by: facts.device, now: facts.now) })
        else { return .rejected(.unknownItem) }
        item.rev = head.seq + 1
        item.updatedAt = facts.now
        item.updatedBy = facts.device
        item.healedFrom = lost
        switch op.type {
        case .create, .update, .restore:
            item.state = .live
            item.deletedAt = nil
            if let content = op.content { try setBody(of: &item, to: content) }
        case .trash:
            item.state = .trashed
            item.deletedAt = facts.now
        case .delete:
            item.becomeTombstone(at: facts.now)
        }
        if let rejection = checkAndCount(item, replacing: before) { return .rejected(rejection) }
        head.seq = item.rev
        items[op.id] = item
        writes.add(item, replacing: before)
        return .applied(rev: item.rev)
    }

    private func setBody(of item: inout ItemRow, to content: SecretOp.Content) throws {
        item.kind = content.kind ?? item.kind
        item.schema = content.schema ?? item.schema
        item.size = Int64(content.body.count)
        item.bodyRev = item.rev
        item.dekVersion = head.dekVersion
        item.contentMAC = KeyedHash.content(
            content.body, kind: item.kind, schema: item.schema, of: facts.account, key: facts.contentKey)
        item.sealed = try facts.seal(content.body, item)
    }

    /// Updates the head's counts of secrets and bytes. If a limit would be exceeded, changes nothing and returns the
    /// reason.
    private mutating func checkAndCount(_ item: ItemRow, replacing before: ItemRow?) -> OpRejection? {
        let items = head.items + (item.state == .deleted ? 0 : 1) - (before.map { $0.state == .deleted ? 0 : 1 } ?? 0)
        let bytes = head.bytes + item.size - (before?.size ?? 0)
        if items > head.items, items > facts.limits.itemsPerAccount { return .tooManyItems }
        if bytes > head.bytes, bytes > facts.limits.bytesPerAccount { return .accountFull }
        head.items = items
        head.bytes = bytes
        return nil
    }
}

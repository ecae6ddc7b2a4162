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
        let retention: Retention
        /// True if all accounts together have as many bytes as ``StoreLimits/bytesOfAllAccounts`` allows.
        let isStoreFull: Bool
        /// The account's ended epochs, each with the sequence number at which it ended.
        let formerEpochs: [EpochID: Int64]
        let contentKey: Key256
        let requestKey: Key256
        /// Encrypts the body of a row.
        let seal: (_ body: [UInt8], _ item: ItemRow) throws -> [UInt8]
        /// Decrypts a row.
        let open: (ItemRow) throws -> StoredSecret
        /// Reads and decrypts the former version of a secret with a rev; nil if there is none.
        let formerVersion: (SecretID, Int64) throws -> StoredSecret?
        /// Returns the body with which a former version becomes the present one, from the bodies of both.
        let restoredBody: (_ former: [UInt8], _ present: [UInt8]) -> [UInt8]
    }

    let facts: Facts
    var head: HeadRow
    var items: [SecretID: ItemRow]
    private(set) var log: [OperationID: OpRow]
    var writes = ItemChanges()
    /// The last decrypted version of each secret, so that several conflicts on one secret share one copy in memory.
    private var opened: [SecretID: StoredSecret] = [:]

    init(_ facts: Facts, head: HeadRow, _ reading: PushReading) {
        self.facts = facts
        self.head = head
        items = reading.items
        log = reading.log
    }

    /// Decides one operation on the state that the operations before it left.
    mutating func decide(_ op: SecretOp) throws -> PushOutcome {
        let mac = KeyedHash.request(op, of: facts.account, key: facts.requestKey)
        if let row = log[op.opID] {
            guard isRetry(op, mac, of: row) else { return .rejected(.opIdReused) }
            return .replayed(try loggedOutcome(row, of: op))
        }
        if let known = knownSeq(of: op), known < head.opFloor { return .rejected(.opExpired) }
        let isLogFull = isLogFull(for: op.origin)
        if isLogFull, !op.onlyRemoves { return .rejected(.logFull) }
        let outcome = try newOutcome(of: op)
        if let row = OpRow(outcome, requestMAC: mac) {
            // Within this push a noop on an absent secret can be a base, although it is not written.
            log[op.opID] = row
            // At a full log only a removal that was applied is logged: repeated after another device has restored the item, it
            // would remove it again. What changed nothing is decided anew.
            if outcome != .noop(rev: nil), !isLogFull || row.outcome == .applied {
                head.operations += 1
                head.dueAt = min(head.dueAt, facts.now + facts.retention.operations)
                writes.log(op.opID, row, seq: head.seq)
            }
        }
        return outcome
    }

    /// True if operations of this origin are refused because the log has too many rows; removals are not. Backends are
    /// refused once half of the log is used, so that the other half stays for the devices.
    func isLogFull(for origin: OperationOrigin) -> Bool {
        head.operations >= facts.limits.operationsPerAccount / (origin.isBackend ? 2 : 1)
    }

    /// True if the operation is the logged one.
    ///
    /// The previous version of the vault logged an operation without a schema as one with schema 1, so such an
    /// operation is compared in both forms.
    private func isRetry(_ op: SecretOp, _ mac: [UInt8], of row: OpRow) -> Bool {
        if ConstantTime.equal(row.requestMAC, mac) { return true }
        guard let content = op.content, content.schema == nil else { return false }
        var formerOp = op
        formerOp.content = SecretOp.Content(kind: content.kind, schema: 1, body: content.body)
        return ConstantTime.equal(
            row.requestMAC, KeyedHash.request(formerOp, of: facts.account, key: facts.requestKey))
    }

    /// The sequence number of the present history that the device knew when it made the operation; nil if the operation
    /// does not say.
    ///
    /// Of an ended epoch, only the numbers up to its end belong to the present history; of an unknown one, none.
    private func knownSeq(of op: SecretOp) -> Int64? {
        guard let seq = op.knownSeq else { return nil }
        guard let epoch = op.knownEpoch, epoch != head.epoch else { return seq }
        return facts.formerEpochs[epoch].map { min(seq, $0) } ?? 0
    }

    private mutating func newOutcome(of op: SecretOp) throws -> PushOutcome {
        if let rev = op.version { return try versionOutcome(of: op, rev) }
        if let rejection = formRejection(op) { return .rejected(rejection) }
        return try decidedOutcome(of: op)
    }

    mutating func decidedOutcome(of op: SecretOp) throws -> PushOutcome {
        guard let match = match(op) else { return .rejected(.baseUnknown) }
        let decision = SecretDecision.decide(
            op.type, on: items[op.id]?.state,
            SecretFacts(
                base: match.base, sameContent: seesSameContent(op, on: match.base), force: op.force,
                hasBody: op.content != nil))
        switch decision {
        case .applied: return try apply(op, lostBase: match.lost)
        case .noop: return .noop(rev: items[op.id]?.rev)
        case .conflict: return try conflict(op, addsNothing: match.isIncluded && op.bringsBack)
        case .gone: return try gone(op, lostBase: match.lost)
        case .rejected(.unknownItem): return .rejected(.unknownItem)
        case .rejected(.bodyRequired): return .rejected(.bodyRequired)
        }
    }

    /// The reason to reject an operation before its base is compared; nil if there is none.
    func formRejection(_ op: SecretOp) -> OpRejection? {
        guard let content = op.content else {
            return op.type == .create || op.type == .update ? .bodyRequired : nil
        }
        if content.body.count > facts.limits.bytesPerBody { return .bodyTooLarge }
        guard let item = items[op.id] else { return content.kind == nil ? .kindRequired : nil }
        let isOtherKind = content.kind != nil && content.kind != item.kind
        return isOtherKind && item.state != .deleted && op.type != .create ? .kindDiffers : nil
    }

    /// True if the operation's content is the present one and the sender may learn this.
    ///
    /// A backend that may not read could otherwise guess a body again and again, and leave no trace. It learns it only where
    /// a wrong guess would replace the body.
    private func seesSameContent(_ op: SecretOp, on base: SecretBase) -> Bool {
        (op.origin.mayRead || op.type == .update && base == .current) && hasSameContent(op)
    }

    func hasSameContent(_ op: SecretOp) -> Bool {
        guard let content = op.content, let item = items[op.id], let mac = item.contentMAC else { return false }
        let opMAC = contentMAC(
            content.body, kind: content.kind ?? item.kind, schema: content.schema ?? item.schema)
        return ConstantTime.equal(mac, opMAC)
    }

    /// - Parameter addsNothing: true if the operation repeats a version that the secret already includes, so that a
    ///   copy of it would be superfluous.
    mutating func conflict(_ op: SecretOp, addsNothing: Bool) throws -> PushOutcome {
        if op.onConflict == .copy, !addsNothing, let content = op.content { return try copy(content, of: op) }
        guard let item = items[op.id] else { return .gone(current: nil) }
        return .conflict(current: try open(item))
    }

    mutating func open(_ item: ItemRow) throws -> StoredSecret {
        if let secret = opened[item.id], secret.rev == item.rev { return secret }
        let secret = try facts.open(item)
        opened[item.id] = secret
        return secret
    }

    private mutating func gone(_ op: SecretOp, lostBase lost: StoredSecret.LostVersion?) throws -> PushOutcome {
        switch op.onGone {
        case .return: return .gone(current: try items[op.id].map { try open($0) })
        case .restore: return try apply(op, lostBase: lost)
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
            let outcome = try apply(create, lostBase: nil)
            guard case .applied(let rev) = outcome else { return outcome }
            return .copied(id: copyID, rev: rev)
        }
        guard taken.state == .live, hasSameContent(create) else { return .rejected(.copyIdTaken) }
        return .copied(id: copyID, rev: taken.rev)
    }

    /// The outcome of a repeated operation. The log has no bodies, so a conflict or gone shows the secret as it is
    /// now.
    private mutating func loggedOutcome(_ row: OpRow, of op: SecretOp) throws -> PushOutcome {
        switch (row.outcome, row.rev) {
        case (.applied, let rev?): return .applied(rev: rev)
        case (.copied, let rev?):
            guard let copyID = op.copyID else { throw SQLFault.damagedRow("a copied operation has no copy id") }
            return .copied(id: copyID, rev: rev)
        case (.noop, let rev): return .noop(rev: rev)
        case (.conflict, _):
            guard let item = items[op.id] else { return .gone(current: nil) }
            return .conflict(current: try open(item))
        case (.gone, _): return .gone(current: try items[op.id].map { try open($0) })
        case (.applied, nil), (.copied, nil): throw SQLFault.damagedRow("an applied operation has no rev")
        }
    }
}

extension SecretOp {
    /// True for an operation that only removes, which a full log does not refuse.
    fileprivate var onlyRemoves: Bool { (type == .trash || type == .delete) && content == nil }
}

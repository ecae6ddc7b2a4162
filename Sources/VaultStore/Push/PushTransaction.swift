import Cryptography
import Domain
import Primitives
import SQL

/// One push, within its transaction.
struct PushTransaction {
    let store: VaultStore
    let account: AccountID
    let device: DeviceID
    let now: Instant
    let isAtomic: Bool
    let cursor: PullCursor?
    /// The seq that the account must have; nil for any.
    let expectedSeq: Int64?
    let transaction: any Transaction

    /// Decides the operations and writes what they change.
    ///
    /// - Returns: a failure if the account has sent too many operations in this hour; only their number is written
    ///   then. The keys may enter the cache once the transaction has committed.
    func run(
        _ ops: [SecretOp], newEpoch: EpochID
    ) throws -> (result: Result<PushResult, VaultStoreFault>, keysToCache: [DEKCache.KeyID: Key256]) {
        let begun: Begun
        switch try begin(
            ops, newEpoch: newEpoch, sealsBody: { _ in ops.contains { $0.content != nil || $0.version != nil } })
        {
        case .success(let started): begun = started
        case .failure(let fault): return (.failure(fault), [:])
        }
        var (plan, head) = (begun.plan, begun.plan.head)
        var outcomes = try ops.map { try plan.decide($0) }
        if !isAtomic || outcomes.allSatisfy(\.allowsAtomicPush) {
            head = plan.head
            try plan.writes.run(of: account, head: &head, limits: store.limits, in: transaction)
        } else {
            outcomes = outcomes.map(\.afterAbandonedPush)
            // The count of the operations stays, and so does a data key created for this push.
            try transaction.run(HeadTable.update(account, to: head))
        }
        let before = begun.before
        let result = PushResult(
            outcomes: outcomes, head: head, hasChanged: head.seq != before.seq,
            addedBytes: head.bytes + head.historyBytes - before.bytes - before.historyBytes)
        return (.success(result), begun.cipher.keysToCache)
    }

    /// Takes the next counter of an item.
    ///
    /// - Returns: as ``run(_:newEpoch:)``.
    func takeCounter(
        of id: SecretID, opID: OperationID, from origin: OperationOrigin, newEpoch: EpochID,
        _ use: (StoredSecret) -> CounterUse?
    ) throws -> (result: Result<CounterResult, VaultStoreFault>, keysToCache: [DEKCache.KeyID: Key256]) {
        var read = SecretOp(.update, id, opID: opID)
        read.origin = origin
        let begun: Begun
        switch try begin([read], newEpoch: newEpoch, sealsBody: { $0.dekVersion > 0 }) {
        case .success(let started): begun = started
        case .failure(let fault): return (.failure(fault), [:])
        }
        var plan = begun.plan
        let outcome = try plan.takeCounter(of: id, opID: opID, from: origin, use)
        var head = plan.head
        try plan.writes.run(of: account, head: &head, limits: store.limits, in: transaction)
        return (
            .success(CounterResult(outcome: outcome, hasChanged: head.seq != begun.before.seq)),
            begun.cipher.keysToCache
        )
    }

    /// A transaction whose operations are counted and whose rows are read.
    private struct Begun {
        let before: HeadRow
        let cipher: BodyCipher
        let plan: PushPlan
    }

    /// Locks the head, counts the operations, and reads the rows that they refer to.
    ///
    /// - Parameter sealsBody: true if a body will be encrypted; the account gets a data key then if it has none.
    private func begin(
        _ ops: [SecretOp], newEpoch: EpochID, sealsBody: (HeadRow) -> Bool
    ) throws -> Result<Begun, VaultStoreFault> {
        let before = try HeadRow.lock(account, newEpoch: newEpoch, now: now, in: transaction)
        var head = before
        head.touchedAt = max(before.touchedAt, now)
        let areOfBackend = ops.contains(where: \.origin.isBackend)
        if let refusal = head.count(ops.count, areOfBackend: areOfBackend, at: now, store.limits) {
            try transaction.run(HeadTable.update(account, to: head))
            return .failure(refusal)
        }
        let reading = try PushReading(ops, of: account, head: before, in: transaction)
        try cursor?.check(against: before) { try EpochTable.formerEpochs(of: account, in: transaction) }
        if let expectedSeq, expectedSeq != before.seq { throw VaultStoreFault.changed }
        let cipher = store.bodyCipher(for: account, head)
        let key = sealsBody(head) ? try cipher.sealingKey(for: &head, in: transaction, now: head.touchedAt) : nil
        let plan = PushPlan(facts(reading, cipher, key, head.touchedAt), head: head, reading)
        return .success(Begun(before: before, cipher: cipher, plan: plan))
    }

    private func facts(
        _ reading: PushReading, _ cipher: BodyCipher, _ key: Key256?, _ now: Instant
    ) -> PushPlan.Facts {
        PushPlan.Facts(
            account: account, device: device, now: now, limits: store.limits, retention: store.retention,
            isStoreFull: store.isFull, formerEpochs: reading.formerEpochs,
            contentKey: store.keys.content, requestKey: store.keys.request,
            seal: { body, item in
                guard let key else { throw VaultStoreFault.keyUnreadable(account) }
                return cipher.seal(body, as: item, key: key)
            },
            open: { try cipher.open($0, in: transaction) },
            formerVersion: { id, rev in
                let former = try transaction.run(VersionTable.selectAll(of: id, of: account)).map(VersionTable.read)
                guard let index = former.firstIndex(where: { $0.rev == rev }) else { return nil }
                let earlier = former.dropFirst(index + 1).first?.rev ?? 0
                return try cipher.open(former[index], after: earlier, in: transaction)
            }, restoredBody: store.restoredBody)
    }
}

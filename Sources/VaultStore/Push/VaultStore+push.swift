import Cryptography
public import Primitives
import SQL

extension VaultStore {
    /// Applies operations in their order in one transaction. A retry of an operation is not applied again.
    ///
    /// - Parameters:
    ///   - isAtomic: if true, either all operations apply or none; the log then records nothing of an abandoned push.
    ///   - cursor: the cursor that the device presents. A pull must be able to continue from it.
    ///   - seq: if it is not nil, the push is applied only if this is the account's sequence number.
    ///   - checkAuthorization: runs immediately before the commit. If it throws, nothing changes and the error is
    ///     rethrown.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``, ``VaultStoreFault/purged``, ``VaultStoreFault/changed``,
    ///   ``VaultStoreFault/tooManyOperations(remaining:)``, ``VaultStoreFault/keyMissing(_:)``,
    ///   ``VaultStoreFault/keyUnreadable(_:)``.
    public func push(
        _ ops: [SecretOp], to account: AccountID, by device: DeviceID, at now: Instant, isAtomic: Bool = false,
        from cursor: PullCursor? = nil, ifAt seq: Int64? = nil,
        checkAuthorization: @Sendable @escaping () throws -> Void = {}
    ) async throws -> PushResult {
        try await inCurrentEpoch(of: account, at: now) {
            let epoch: EpochID = random.id()
            let (result, keys) = try await database.write(group: account.bytes) { transaction in
                let push = PushTransaction(
                    store: self, account: account, device: device, now: now, isAtomic: isAtomic, cursor: cursor,
                    expectedSeq: seq, transaction: transaction)
                let (result, keys) = try push.run(ops, newEpoch: epoch)
                try checkAuthorization()
                return (result, keys)
            }
            cache.insert(keys)
            return try result.get()
        }
    }
}

/// One push, within its transaction.
private struct PushTransaction {
    let store: VaultStore
    let account: AccountID
    let device: DeviceID
    let now: Instant
    let isAtomic: Bool
    let cursor: PullCursor?
    let expectedSeq: Int64?
    let transaction: any Transaction

    /// Decides the operations and writes what they change.
    ///
    /// - Returns: a failure if the account has sent too many operations in this hour; only their number is written
    ///   then. The keys may enter the cache once the transaction has committed.
    func run(
        _ ops: [SecretOp], newEpoch: EpochID
    ) throws -> (result: Result<PushResult, VaultStoreFault>, keysToCache: [DEKCache.KeyID: Key256]) {
        let before = try HeadRow.lock(account, newEpoch: newEpoch, now: now, in: transaction)
        var head = before
        head.touchedAt = max(before.touchedAt, now)
        head.rate.add(ops.count, at: now)
        guard head.rate.count <= store.limits.operationsPerHour else {
            try transaction.run(HeadTable.update(account, to: head))
            return (.failure(.tooManyOperations(remaining: head.rate.remaining(at: now))), [:])
        }
        let reading = try PushReading(ops, of: account, head: before, in: transaction)
        try cursor?.check(against: before) { try EpochTable.formerEpochs(of: account, in: transaction) }
        if let expectedSeq, expectedSeq != before.seq { throw VaultStoreFault.changed }
        let cipher = store.bodyCipher(for: account, head)
        let key =
            ops.contains { $0.content != nil }
            ? try cipher.sealingKey(for: &head, in: transaction, now: head.touchedAt) : nil
        var plan = PushPlan(facts(reading, cipher, key, head.touchedAt), head: head, reading)
        var outcomes = try ops.map { try plan.decide($0) }
        if !isAtomic || outcomes.allSatisfy(\.allowsAtomicPush) {
            head = plan.head
            try plan.writes.run(of: account, head: &head, limits: store.limits, in: transaction)
        } else {
            outcomes = outcomes.map(\.afterAbandonedPush)
            // The count of the operations stays, and so does a data key created for this push.
            try transaction.run(HeadTable.update(account, to: head))
        }
        let result = PushResult(outcomes: outcomes, head: head, hasChanged: head.seq != before.seq)
        return (.success(result), cipher.keysToCache)
    }

    private func facts(
        _ reading: PushReading, _ cipher: BodyCipher, _ key: Key256?, _ now: Instant
    ) -> PushPlan.Facts {
        PushPlan.Facts(
            account: account, device: device, now: now, limits: store.limits, formerEpochs: reading.formerEpochs,
            contentKey: store.keys.content, requestKey: store.keys.request,
            seal: { body, item in
                guard let key else { throw VaultStoreFault.keyUnreadable(account) }
                return cipher.seal(body, as: item, key: key)
            },
            open: { try cipher.open($0, in: transaction) })
    }
}

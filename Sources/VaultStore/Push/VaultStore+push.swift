public import Primitives
import SQL

extension VaultStore {
    /// Applies operations in their order in one transaction. A retry of an operation is not applied again.
    ///
    /// - Parameters:
    ///   - isAtomic: if true, either all operations apply or none; the log then records nothing of an abandoned push.
    ///   - cursor: the cursor that the device presents. A pull must be able to continue from it. A push that
    ///     is not abandoned records it as read.
    ///   - checkAuthorization: runs immediately before the commit. If it throws, nothing changes and the error is
    ///     rethrown.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``, ``VaultStoreFault/purged``,
    ///   ``VaultStoreFault/keyMissing(_:)``, ``VaultStoreFault/keyUnreadable(_:)``.
    public func push(
        _ ops: [SecretOp], to account: AccountID, by device: DeviceID, at now: Instant, isAtomic: Bool = false,
        from cursor: PullCursor? = nil, checkAuthorization: @Sendable @escaping () throws -> Void = {}
    ) async throws -> PushResult {
        let (newCipher, limits, keys) = (bodyCipher(for: account), limits, keys)
        let epoch: EpochID = random.id()
        return try await database.write { transaction in
            let before = try HeadRow.lock(account, newEpoch: epoch, now: now, in: transaction)
            try cursor?.check(against: before) { try EpochTable.endedEpochs(of: account, in: transaction) }
            var head = before
            head.touchedAt = max(before.touchedAt, now)
            let reading = try PushReading(ops, of: account, head: head, in: transaction)
            var cipher = newCipher
            let key =
                ops.contains { $0.content != nil }
                ? try cipher.sealingKey(for: &head, in: transaction, now: head.touchedAt) : nil
            var plan = PushPlan(
                PushPlan.Facts(
                    account: account, device: device, now: head.touchedAt, limits: limits,
                    endedEpochs: reading.endedEpochs, contentKey: keys.content, requestKey: keys.request,
                    seal: { [cipher] body, item in
                        guard let key else { throw VaultStoreFault.keyUnreadable(account) }
                        return cipher.seal(body, as: item, key: key)
                    },
                    open: { [cipher] in try cipher.open($0, in: transaction) }),
                head: head, items: reading.items, log: reading.log)
            var outcomes = try ops.map { try plan.decide($0) }
            if !isAtomic || outcomes.allSatisfy(\.allowsAtomicPush) {
                head = plan.head
                try transaction.batch(plan.writes.statements(of: account, head: head))
                if let cursor {
                    try transaction.run(
                        DeviceTable.acknowledge(cursor, by: device, of: account, now: head.touchedAt))
                }
            } else {
                outcomes = outcomes.map(\.afterAbandonedPush)
                // The data key created for this push stays, so the head must name its version.
                if head.dekVersion != before.dekVersion { try transaction.run(HeadTable.update(account, to: head)) }
            }
            try checkAuthorization()
            return PushResult(outcomes: outcomes, head: head, hasChanged: head.seq != before.seq)
        }
    }
}

public import Primitives
import SQL

extension VaultStore {
    /// Applies operations in their order, in one transaction: afterwards each has one outcome, which a retry gets again.
    ///
    /// - Parameters:
    ///   - isAtomic: all or nothing; then nothing is remembered of a push that was not applied.
    ///   - place: the cursor the device presented: must be one to go on from, and is noted as seen.
    ///   - isAdmitted: asked last before the commit; what it throws undoes everything.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``; ``VaultStoreFault/purged``; ``VaultStoreFault/keyMissing(_:)``; whatever
    ///   `isAdmitted` throws.
    public func push(
        _ ops: [SecretOp], to account: AccountID, by device: DeviceID, isAtomic: Bool = false,
        seen place: PullPlace? = nil, isAdmitted: @Sendable @escaping () throws -> Void = {}
    ) async throws -> Pushed {
        let (desk, limits, keys) = (desk(account), limits, keys)
        let (epoch, wall) = (random.id() as EpochID, clock.now)
        return try await database.write { transaction in
            let found = try Self.lock(account, epoch: epoch, now: wall, in: transaction)
            try place?.check(against: found) { try EpochTable.chain(of: account, in: transaction) }
            var head = found
            head.touchedAt = max(found.touchedAt, wall)
            let rows = try PushReading(ops, of: account, head: head, in: transaction)
            var atWork = desk
            let key =
                ops.contains { $0.content != nil }
                ? try atWork.current(&head, in: transaction, now: head.touchedAt) : nil
            let sealing = atWork
            let facts = PushPlan.Facts(
                account: account, device: device, now: head.touchedAt, limits: limits, chain: rows.chain,
                contentKey: keys.content, requestKey: keys.request,
                seal: { body, item in
                    guard let key else { throw VaultStoreFault.keyUnreadable }
                    return sealing.seal(body, as: item, key: key)
                },
                show: { try sealing.open($0, in: transaction) })
            var plan = PushPlan(facts, head: head, items: rows.items, log: rows.log)
            var outcomes = try ops.map { try plan.decide($0) }
            let isKept = !isAtomic || outcomes.allSatisfy(\.isSettled)
            if isKept {
                var statements = plan.writes.statements(of: account, head: plan.head)
                if let place {
                    statements.append(
                        DeviceTable.acknowledge(
                            device, of: account, epoch: place.epoch, seq: place.seq, now: head.touchedAt))
                }
                try transaction.batch(statements)
            } else {
                outcomes = outcomes.map(\.undone)
                if head.dekVersion != found.dekVersion { try transaction.run(HeadTable.advance(account, to: head)) }
            }
            try isAdmitted()
            let after = isKept ? plan.head : head
            return Pushed(outcomes: outcomes, head: after, hasChanged: after.seq != found.seq)
        }
    }

    /// Makes the head if it is absent, then locks it in a statement of its own, and only then may anything be read: a
    /// lock and a read in one statement would pair a new head with old rows.
    static func lock(
        _ account: AccountID, epoch: EpochID, now: Instant, in transaction: any Transaction
    ) throws -> HeadRow {
        try HeadTable.ensure(account, epoch: epoch, now: now, in: transaction)
        guard let head = try HeadTable.lock(account, in: transaction) else {
            throw VaultStoreFault.damagedRow("an account's head that was just made is missing")
        }
        return try head.live()
    }
}

extension PushOutcome {
    /// The outcome once the atomic push around it was given up.
    fileprivate var undone: PushOutcome {
        switch self {
        case .applied, .noop, .copied: .rejected(.notApplied)
        case .replayed, .conflict, .gone, .rejected: self
        }
    }
}

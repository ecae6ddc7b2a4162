public import Primitives
import SQL

extension VaultStore {
    /// Returns the account's wrapped keys.
    ///
    /// - Throws: ``VaultStoreFault/purged``.
    public func wraps(of account: AccountID, at now: Instant) async throws -> WrapResult {
        let found = try await read(account, at: now) { head, _, transaction in
            WrapResult(
                outcomes: [],
                wraps: try transaction.run(AccountKeyWrapTable.select(account)).map { try AccountKeyWrap($0) },
                epoch: head.epoch)
        }
        if let found { return found }
        return WrapResult(outcomes: [], wraps: [], epoch: try await head(of: account, at: now).epoch)
    }

    /// Applies changes of wraps in their order, each for itself, under the lock of the account's head. Of several devices that
    /// add a wrap at one place the first wins; a change or removal applies only to the wrap that it names by its tag. No item
    /// changes, so the account's sequence number stays.
    ///
    /// Each change counts as one operation of the hour.
    /// - Parameter checkAuthorization: runs immediately before the commit. If it throws, nothing changes.
    /// - Throws: ``VaultStoreFault/purged``, ``VaultStoreFault/tooManyOperations(remaining:)``.
    public func changeWraps(
        _ changes: [WrapChange], of account: AccountID, by device: DeviceID, at now: Instant,
        checkAuthorization: @Sendable @escaping () throws -> Void = {}
    ) async throws -> WrapResult {
        try await inCurrentEpoch(of: account, at: now) {
            let epoch: EpochID = random.id()
            let result: Result<WrapResult, VaultStoreFault> = try await database.write(group: account.bytes) {
                transaction in
                let before = try HeadRow.lock(account, newEpoch: epoch, now: now, in: transaction)
                var head = try before.checkedCurrent(in: try Generations.number(in: transaction))
                head.touchedAt = max(head.touchedAt, now)
                let refusal = head.count(changes.count, at: now, limits)
                try transaction.run(HeadTable.update(account, to: head))
                if let refusal {
                    try checkAuthorization()
                    return .failure(refusal)
                }
                var plan = WrapPlan(
                    wraps: try transaction.run(AccountKeyWrapTable.select(account)).map { try AccountKeyWrap($0) },
                    limit: limits.wrapsPerAccount, device: device, now: head.touchedAt)
                let outcomes = changes.map { plan.decide($0, newTag: random.bytes(12)) }
                try transaction.batch(plan.statements(of: account))
                try checkAuthorization()
                return .success(WrapResult(outcomes: outcomes, wraps: plan.sorted, epoch: head.epoch))
            }
            return try result.get()
        }
    }
}

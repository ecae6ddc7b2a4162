import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON

extension Device {
    /// The most operations in one push: the vault's own limit, which `vault.info` publishes as `opsPerPush`.
    private static let operationsPerPush = 100
    /// The size of the bodies in bytes from which no further operation joins a push: half of the vault's
    /// `bytesPerPush`, so that the last body still fits.
    private static let bytesPerPush = 512 << 10

    /// Pushes until nothing is owed or an answer changes nothing, since an immediate repetition would change nothing
    /// either.
    ///
    /// Each push has the cursor of the last pull. If the vault has begun a new epoch it refuses the cursor before it
    /// applies anything; then a complete pull begins, and another push has to follow it.
    func push(_ progress: inout SyncProgress, for session: SessionIdentity) async throws(DeviceFault) {
        do {
            while try await pushBatch(&progress, for: session) {}
        } catch {
            guard let fault = error.resync else { throw error }
            try await beginCompletePull(after: fault, for: session)
            progress.mustPushAgain = true
        }
    }

    /// Returns false when there was nothing to send, when the answer changed nothing, and when a pull has to come
    /// first.
    private func pushBatch(
        _ progress: inout SyncProgress, for session: SessionIdentity
    ) async throws(DeviceFault) -> Bool {
        let staged = try await stageOperations(except: progress.refusedTypes, for: session)
        progress.report.waiting.merge(staged.waiting) { $1 }
        guard !staged.operations.isEmpty else { return false }
        let answer = try await callVault(
            VaultPush.self, .init(ops: staged.operations, cursor: staged.cursor), for: session)
        let outcome = try await applyOutcomes(answer, of: staged.operations, new: staged.new, for: session)
        progress.add(outcome.progress)
        if outcome.progress.hasMadeRoom { (progress.report.waiting, progress.refusedTypes) = ([:], [:]) }
        let isTypeRefused = !outcome.progress.refusedTypes.isEmpty
        return !outcome.progress.mustPushAgain && (outcome.changedAnything || isTypeRefused)
    }

    /// The operations of one push.
    private struct StagedPush {
        var operations: [PushOp] = []
        /// Those of `operations` that no earlier push has sent.
        var new: Set<OperationID> = []
        /// The changes that are not sent because a limit refused their type in this sync, with the limit's name.
        var waiting: [SecretID: String] = [:]
        let cursor: String?
    }

    /// Chooses the operations of one push, up to ``operationsPerPush`` and about ``bytesPerPush``, and stores each
    /// before it is sent, with the account it is sent to as the owner of its entry.
    ///
    /// Only rows whose column `owed` is set are read. Some of them owe nothing, because an earlier version wrote them or
    /// a statement marked them without decrypting them; they are stored again without the mark.
    private func stageOperations(
        except refusedTypes: [SecretOperation: String], for session: SessionIdentity
    ) async throws(DeviceFault) -> StagedPush {
        try await store.write(of: session) { [random] transaction in
            let profile = transaction.profile
            var staged = StagedPush(cursor: profile.cursor), bytes = 0, last: LocalEntry?, hasSkipped = true
            guard let owner = transaction.accountTag else { return staged }
            // While a code is on its way, entries without an owner wait for whoever signs in.
            let takesOwnerless = transaction.ownerOfNewEntries != nil
            while staged.operations.isEmpty, hasSkipped {
                hasSkipped = false
                for var entry in try transaction.entries(
                    EntryTable.selectOwed(
                        to: owner, ownerless: takesOwnerless, after: last, under: transaction.keys.first?.id,
                        limit: Self.operationsPerPush))
                where bytes < Self.bytesPerPush {
                    last = entry
                    guard
                        var operation = entry.nextOperation(
                            knownSeq: profile.head, knownEpoch: profile.headEpoch, id: random.id())
                    else {
                        try transaction.put(entry)
                        hasSkipped = true
                        continue
                    }
                    let isNew = entry.inFlight == nil
                    if isNew, let limit = refusedTypes[operation.type] {
                        staged.waiting[entry.id] = limit
                        hasSkipped = true
                        continue
                    }
                    if entry.inFlight == nil {
                        entry.inFlight = operation
                        entry.owner = owner
                        try transaction.put(entry)
                    }
                    // This may have changed since an earlier attempt; it is no part of the operation's identity.
                    operation.sharedSeq = operation.base.flatMap { profile.history?.sharedSeq(with: $0.epoch) }
                    bytes += operation.body.map { JSON.object($0).encoded().count } ?? 0
                    if isNew { staged.new.insert(operation.opId) }
                    staged.operations.append(operation)
                }
            }
            return staged
        }
    }
}

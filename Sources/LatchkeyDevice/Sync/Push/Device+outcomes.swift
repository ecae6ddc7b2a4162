import Contracts
import Domain
import Primitives
import StrictJSON

extension Device {
    /// Applies the results of pushed operations, all in one transaction.
    ///
    /// - Parameter new: the operations that no earlier push has sent.
    /// - Returns: the progress, and true if anything changed. If nothing did, sending again at once would change
    ///   nothing.
    func applyOutcomes(
        _ answer: VaultPush.Answer, of operations: [PushOp], new: Set<OperationID>, for session: SessionIdentity
    ) async throws(DeviceFault) -> (progress: SyncProgress, changedAnything: Bool) {
        try await store.write(of: session) { [random, clock] transaction in
            var progress = SyncProgress(), changedAnything = answer.head > transaction.profile.head
            for (operation, result) in zip(operations, answer.results) where operation.opId == result.opId {
                guard var entry = try transaction.entry(operation.id), entry.inFlight?.opId == operation.opId else {
                    continue
                }
                entry.inFlight = nil
                let before = entry
                let deletion = try transaction.decideDeletion(of: entry, against: result.current)
                let copy = entry.apply(
                    result, of: operation, deletion,
                    isAncestor: transaction.isAncestor(result.current, of: entry),
                    isFirstAttempt: new.contains(operation.opId), epoch: answer.epoch, at: clock.now,
                    copyID: random.id(), &progress)
                if entry.isConfirmedLive { try transaction.forgetDeletion(of: operation.id) }
                if result.mayBeOvertaken(upTo: transaction.profile.head) {
                    (progress.mustPullCompletely, progress.mustPushAgain) = (true, true)
                }
                if let copy { try transaction.put(copy) }
                if let deleted = result.confirmedDeletion(of: operation, epoch: answer.epoch) {
                    try transaction.rememberDeletion(
                        of: operation.id, deleted, isTrash: operation.type == .trash, body: before.base?.body,
                        base: before.base, at: clock.now)
                }
                let isRemoved = entry.base == nil && entry.body == nil
                if isRemoved { try transaction.remove(entry) } else { try transaction.put(entry) }
                changedAnything = changedAnything || isRemoved || entry != before || result.outcome == .replayed
            }
            transaction.noteHead(answer.head, of: answer.epoch)
            if progress.mustPullCompletely {
                transaction.profile.completePull = CompletePull(id: random.id(), cause: .changeIgnored)
                transaction.profile.cursor = nil
            }
            return (progress, changedAnything)
        }
    }
}

extension StoreTransaction {
    /// Stores the vault's head, unless an earlier answer of the same epoch had a higher one. After a restore the head
    /// of the new epoch may be lower.
    mutating func noteHead(_ head: DecimalInt64, of epoch: EpochID) {
        guard epoch != profile.headEpoch || head >= profile.head else { return }
        profile.head = head
        profile.headEpoch = epoch
    }
}

extension OpResult {
    /// The effective outcome: that of the first attempt, if this is the answer to a repetition.
    var firstOutcome: OpOutcome { outcome == .replayed ? first ?? .applied : outcome }

    /// True if a pull that has passed this change may have shown a later one of the same item, and ignored it because
    /// the outcome of the operation was unknown. No later pull with the same cursor shows it again.
    ///
    /// - Parameter head: the vault's head before this answer, as this device knew it.
    fileprivate func mayBeOvertaken(upTo head: DecimalInt64) -> Bool {
        guard outcome == .replayed, [.applied, .noop].contains(firstOutcome), let rev else { return false }
        return rev <= head
    }

    /// True if the vault cannot say whether an earlier attempt of the operation was applied.
    var isAttemptUnknown: Bool { reason == "opExpired" || reason == "opIdReused" }

    /// The name of the account's limit that refused the operation; nil for any other reason. A body that is too large
    /// stays too large, so its limit is not the account's.
    var accountLimit: String? {
        reason != "limitReached" || field == "bytesPerBody" ? nil : field ?? "limitReached"
    }

    /// The version of the item afterwards, if the operation was a deletion or a move to the trash that is now
    /// confirmed.
    fileprivate func confirmedDeletion(of operation: PushOp, epoch: EpochID) -> ItemBase? {
        guard [.delete, .trash].contains(operation.type), [.applied, .noop].contains(firstOutcome), let rev else {
            return nil
        }
        return ItemBase(epoch: epoch, rev: rev)
    }
}

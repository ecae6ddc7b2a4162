import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON

extension Device {
    /// The most operations in one push: the vault's own limit, which `vault.info` publishes as `opsPerPush`.
    private static let operationsPerPush = 100
    /// The size of the bodies in bytes from which no further operation joins a push: half of the vault's `bytesPerPush`, so
    /// that the last body still fits.
    private static let bytesPerPush = 512 << 10

    /// Sends unsent changes and then pulls the server's. A device that has never completed a pull pulls first.
    public func sync() async throws(DeviceFault) -> SyncReport {
        var report = SyncReport()
        if try await store.profile().cursor == nil { try await pull(&report) }
        while try await pushBatch(&report) {}
        try await pull(&report)
        try await store.changeProfile { $0.approval = .approvedForSyncing }
        return report
    }

    /// Pushes one batch of operations.
    ///
    /// Returns false when there was nothing to send, and when the answer changed nothing, since an immediate repetition
    /// would change nothing either.
    private func pushBatch(_ report: inout SyncReport) async throws(DeviceFault) -> Bool {
        let operations = try await stageOperations()
        guard !operations.isEmpty else { return false }
        let answer = try await callVault(VaultPush.self, .init(ops: operations))
        let outcome = try await applyOutcomes(
            answer.results, of: operations, epoch: answer.epoch, head: answer.head)
        report.add(outcome.report)
        return outcome.madeProgress
    }

    /// Chooses the operations of one push, up to ``operationsPerPush`` and about ``bytesPerPush``, and stores each before it
    /// is sent.
    private func stageOperations() async throws(DeviceFault) -> [PushOp] {
        try await store.write { [random] transaction in
            var operations: [PushOp] = [], bytes = 0
            for var entry in try transaction.entries()
            where operations.count < Self.operationsPerPush && bytes < Self.bytesPerPush {
                guard !transaction.isHeld(entry),
                    let operation = entry.nextOperation(knownSeq: transaction.profile.head, id: random.id())
                else { continue }
                if entry.inFlight == nil {
                    entry.inFlight = operation
                    try transaction.put(entry)
                }
                bytes += operation.body.map { JSON.object($0).encoded().count } ?? 0
                operations.append(operation)
            }
            return operations
        }
    }

    /// Pulls all pages from the stored cursor. Where the server cannot continue from it, the pull restarts from the
    /// beginning.
    private func pull(_ report: inout SyncReport) async throws(DeviceFault) {
        var cursor = try await store.profile().cursor
        // The ids of a pull from the beginning; nil while only changes since the cursor are pulled.
        var present = cursor == nil ? Set<SecretID>() : nil
        var epochChange: EpochChange?
        while true {
            let page: VaultPull.Answer
            do {
                page = try await callVault(VaultPull.self, .init(cursor: cursor))
            } catch {
                guard case .call(.refused(let fault)) = error, fault.isKind(.resyncRequired), cursor != nil else {
                    throw error
                }
                epochChange = EpochChange(fault)
                (cursor, present) = (nil, [])
                continue
            }
            report.add(try await apply(page, after: epochChange))
            cursor = page.cursor
            present?.formUnion(page.items.map(\.id))
            if page.more { continue }
            if let present {
                report.removed += try await removeAbsent(except: present, epoch: page.epoch, after: epochChange)
            }
            break
        }
        try await store.changeProfile { [cursor] in $0.cursor = cursor }
    }
}

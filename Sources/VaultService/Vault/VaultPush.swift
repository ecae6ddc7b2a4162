import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import VaultStore

extension Vault {
    /// Applies a device's changes in order, each once.
    func vaultPush(_ call: Call<VaultPush, CallAuthorization>) async throws -> VaultPush.Answer {
        let cursor = try presentedCursor(call.params.cursor, of: call.caller)
        let answer = try await push(
            call.params.ops, isAtomic: call.params.atomic ?? false, from: cursor, by: call.caller)
        return VaultPush.Answer(
            results: answer.results, epoch: answer.head.epoch, head: DecimalInt64(answer.head.seq))
    }

    /// The results of a push.
    struct PushAnswer {
        let results: [OpResult]
        let head: HeadRow
        /// The number of bytes of bodies that the answer may have beside those in the results.
        let remainingBytes: Int
    }

    /// Applies the operations of a push and wakes waiting pulls. An operation whose body does not fit its kind is
    /// rejected; the others are then applied, or in an atomic push rejected too.
    func push(
        _ pushOps: [PushOp], isAtomic: Bool, from cursor: PullCursor?, by caller: CallAuthorization
    ) async throws -> PushAnswer {
        let account = caller.account
        let ops = pushOps.map { SecretOp($0) }
        guard ops.reduce(0, { $0 + ($1.content?.body.count ?? 0) }) <= store.limits.bytesPerPush else {
            throw Fault.limit("bytesPerPush")
        }
        let invalid = try await invalidBodies(in: pushOps, of: account)
        guard !isAtomic || invalid.isEmpty else {
            if let cursor { try await store.check(cursor, of: account, at: clock.now) }
            let results = pushOps.enumerated().map { index, op in
                OpResult(op, rejectedFor: invalid[index] == nil ? "notApplied" : "bodyRefused", field: invalid[index])
            }
            return PushAnswer(
                results: results, head: try await store.head(of: account, at: clock.now),
                remainingBytes: store.limits.bytesPerPage)
        }
        let valid = ops.indices.filter { invalid[$0] == nil }
        let pushed = try await store.push(
            valid.map { ops[$0] }, to: account, by: caller.device, at: clock.now, isAtomic: isAtomic, from: cursor
        ) { try caller.check() }
        if pushed.hasChanged { changes.notify(account) }
        metrics.countOperations(valid.count)
        let outcomes = Dictionary(uniqueKeysWithValues: zip(valid, pushed.outcomes))
        var shown = ShownItems(limit: store.limits.bytesPerPage)
        let results = pushOps.enumerated().map { index, op in
            outcomes[index].map { OpResult(op, $0, &shown) }
                ?? OpResult(op, rejectedFor: "bodyRefused", field: invalid[index])
        }
        countReads(shown.bodies, by: caller)
        for secret in shown.unreadable { reportUnreadable(secret) }
        return PushAnswer(results: results, head: pushed.head, remainingBytes: shown.remaining)
    }

    /// Finds the operations whose body does not fit its kind: the path of the wrong member by the operation's index.
    ///
    /// An operation without a kind has the kind of its secret, or the one with which this push creates it. If there is
    /// neither, the store rejects the operation.
    private func invalidBodies(in ops: [PushOp], of account: AccountID) async throws -> [Int: String] {
        var created: [SecretID: String] = [:], invalid: [Int: String] = [:]
        for (index, op) in ops.enumerated() {
            var kind = op.kind
            if op.type == .create { created[op.id] = kind }
            guard let body = op.body else { continue }
            if kind == nil { kind = try await store.secret(op.id, of: account)?.kind ?? created[op.id] }
            if let kind { invalid[index] = bodyValidator.invalidMember(of: body, kind: kind) }
        }
        return invalid
    }
}

import Contracts
import JSONRPC
import StrictJSON
import VaultStore

extension Vault {
    /// Applies the operations of a push, refusing in place what is not of its kind, and wakes who waits.
    func push(
        _ ops: [PushOp], isAtomic: Bool, cursor: String?, by caller: Admission
    ) async throws -> (results: [OpResult], head: HeadRow) {
        let account = caller.account
        let place = try cursor.map { try store.place(in: $0, of: account) }
        if let place { try await store.check(place, of: account) }
        let made = ops.map { SecretOp($0) }
        guard made.reduce(0, { $0 + ($1.content?.body.count ?? 0) }) <= store.limits.bytesPerPush else {
            throw Fault.limit("bytesPerPush")
        }
        let flaws = ops.map(flaw)
        guard !isAtomic || flaws.allSatisfy({ $0 == nil }) else {
            let results = zip(ops, flaws).map { op, flaw in
                OpResult(op, refused: flaw == nil ? "notApplied" : "bodyRefused", field: flaw)
            }
            return (results, try await store.head(of: account))
        }
        let sound = zip(made, flaws).filter { $1 == nil }.map(\.0)
        let pushed = try await store.push(
            sound, to: account, by: caller.device, isAtomic: isAtomic, seen: place
        ) { try caller.check() }
        if pushed.hasChanged { changes.ring(account) }
        meters.applied(sound.count)
        var outcomes = pushed.outcomes[...]
        let results = zip(ops, flaws).map { op, flaw in
            if let flaw { return OpResult(op, refused: "bodyRefused", field: flaw) }
            return OpResult(op, outcomes.removeFirst())
        }
        return (results, pushed.head)
    }

    /// The member of an operation whose body is not of its kind. Where no kind is given the secret has one already.
    private func flaw(_ op: PushOp) -> String? {
        guard let body = op.body else { return nil }
        guard let kind = op.kind else { return nil }
        return bodies.flaw(in: body, of: kind)
    }
}

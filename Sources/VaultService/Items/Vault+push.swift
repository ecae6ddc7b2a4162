import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import VaultStore

extension Vault {
    /// Applies the operations of a push, refusing in place what is not of its kind, and wakes who waits.
    func push(
        _ ops: [PushOp], isAtomic: Bool, cursor: String?, by caller: Admission
    ) async throws -> (results: [OpResult], head: HeadRow) {
        let account = caller.account
        let place = try cursor.map { try store.place(in: $0, of: account) }
        let made = ops.map { SecretOp($0) }
        guard made.reduce(0, { $0 + ($1.content?.body.count ?? 0) }) <= store.limits.bytesPerPush else {
            throw Fault.limit("bytesPerPush")
        }
        let flaws = try await flaws(in: ops, of: account)
        guard !isAtomic || flaws.allSatisfy({ $0 == nil }) else {
            if let place { try await store.check(place, of: account) }
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

    /// For each operation the member whose body is not of its kind. Where no kind is given it is the one the secret has,
    /// or is created with in this push; where there is none, the store refuses.
    private func flaws(in ops: [PushOp], of account: AccountID) async throws -> [String?] {
        var created: [SecretID: String] = [:], flaws: [String?] = []
        for op in ops {
            var kind = op.kind
            if op.type == .create { created[op.id] = kind }
            if kind == nil, op.body != nil {
                kind = try await store.secret(op.id, of: account)?.kind ?? created[op.id]
            }
            flaws.append(op.body.flatMap { body in kind.flatMap { bodies.flaw(in: body, of: $0) } })
        }
        return flaws
    }
}

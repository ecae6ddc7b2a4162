import Audit
import Domain
import Primitives
import SQL

/// Carries out the effects of a transition of ``KeyLife`` in the table's order, inside the transaction of the
/// transition, which has locked the keys of the kind.
struct KeyLifeEffects {
    /// The keys of the kind, in the states before the transition.
    let keys: [KeyRecord]
    let now: Instant
    let transaction: any Transaction

    /// Carries out a transition, and stores the state that it leads to. Returns the key in that state.
    func carryOut(_ transition: Transition<KeyLife>, of key: KeyRecord) throws -> KeyRecord {
        for effect in transition.effects { try carryOut(effect, of: key) }
        try transaction.run(RotatingKeyTable.setState(transition.state, of: key.id, at: now))
        try transaction.audit(.init(key.id, becomes: transition.state, at: now))
        return KeyRecord(key.id, transition.state, fingerprint: key.fingerprint, since: now)
    }

    private func carryOut(_ effect: KeyLife.Effect, of key: KeyRecord) throws {
        let kind = key.id.kind
        switch effect {
        case .replaceFormer:
            for former in keys where former.state == .active {
                _ = try carryOut(KeyLife.next(former.state, on: .replace), of: former)
            }
        case .replaceCanary:
            guard kind.makesRows else { return }
            try transaction.run(KeyCanaryTable.replace("auth.\(kind.rawValue)", canary: key.fingerprint))
        case .deleteFormerHashes:
            guard kind == .index, !keys.contains(where: { $0.state == .published }) else { return }
            try transaction.run(AccountNumberTable.deleteFormer)
        }
    }
}

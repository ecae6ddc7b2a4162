public import Primitives

/// The outcome of one operation.
public enum PushOutcome: Sendable, Hashable {
    /// The operation changed the secret, which now has this rev.
    case applied(rev: Int64)
    /// The operation asked for a copy in place of a conflict or gone: its body is stored as the secret with this id and
    /// rev.
    case copied(id: SecretID, rev: Int64)
    /// Nothing changed: the secret already has the requested content or state. A trash of a tombstone and a restore of
    /// a live secret count too. The rev is nil if the secret is absent; such an outcome is not logged, and a repeated
    /// operation is decided anew.
    case noop(rev: Int64?)
    /// Nothing changed: the operation has no base, the secret is not at the operation's base, or a create met a live
    /// secret with other content.
    case conflict(current: StoredSecret)
    /// Nothing changed: the secret is trashed (its body is included), deleted, or unknown (nil).
    case gone(current: StoredSecret?)
    /// Nothing changed. A rejection is not logged: the operation is decided anew when it is sent again.
    case rejected(OpRejection)
    /// The operation was received before and had this outcome then. A conflict or gone shows the secret as it is
    /// now.
    indirect case replayed(PushOutcome)

    /// True if an atomic push may be applied when one of its operations has this outcome.
    var allowsAtomicPush: Bool {
        switch self {
        case .applied, .noop: true
        case .replayed(let first): first.allowsAtomicPush
        case .copied, .conflict, .gone, .rejected: false
        }
    }

    /// The outcome after the atomic push around the operation was abandoned.
    var afterAbandonedPush: PushOutcome {
        switch self {
        case .applied, .noop, .copied: .rejected(.notApplied)
        case .replayed, .conflict, .gone, .rejected: self
        }
    }
}

public import Primitives

/// The outcome of one operation.
public enum PushOutcome: Sendable, Hashable {
    /// The operation changed the secret, which now has this rev.
    case applied(rev: Int64)
    /// The body was stored as another secret, with this id and rev, because the named one was changed or gone.
    case copied(id: SecretID, rev: Int64)
    /// The secret already was as requested. The rev is nil if it is absent.
    case noop(rev: Int64?)
    /// Nothing changed: the operation has no base, or the secret has another rev than its base.
    case conflict(current: StoredSecret)
    /// Nothing changed: the secret is in the trash or deleted, or absent (nil).
    case gone(tombstone: StoredSecret?)
    /// Nothing changed. The operation is not logged, so it may still be applied when it is sent again.
    case rejected(OpRejection)
    /// The operation was received before and had this outcome then. A conflict shows the secret as it is now.
    indirect case replayed(PushOutcome)

    /// True if an atomic push may be applied when one of its operations has this outcome.
    var allowsAtomicPush: Bool {
        switch self {
        case .applied, .noop, .replayed: true
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

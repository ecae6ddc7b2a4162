public import Primitives

/// What became of one operation.
public enum PushOutcome: Sendable, Hashable {
    /// Done; the secret's new rev.
    case applied(rev: Int64)
    /// Kept as another secret, because its own was changed or gone; the new secret's id and rev.
    case copied(id: SecretID, rev: Int64)
    /// Already so; the rev it has, nil where there is nothing.
    case noop(rev: Int64?)
    /// Not done: the secret is not what the maker knew.
    case conflict(current: StoredSecret)
    /// Not done: the secret is in the trash or deleted; nil where nothing of it is left.
    case gone(tombstone: StoredSecret?)
    /// Not done, and repeating it will not help.
    case rejected(OpRejection)
    /// Sent before; what became of it then.
    indirect case replayed(PushOutcome)

    /// Whether the maker has what it asked for: what an atomic push needs of every operation.
    public var isSettled: Bool {
        switch self {
        case .applied, .noop, .replayed: true
        case .copied, .conflict, .gone, .rejected: false
        }
    }
}

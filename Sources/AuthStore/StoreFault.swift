import SQL

/// What a caller of the store may do about an error that is no decision of the store's own.
public enum StoreFault: Error, Sendable, Hashable {
    /// Nothing is known to have changed, or nobody knows: ask again with the same `requestId`.
    case unavailable
    /// The disk is full: nothing was changed, reads go on.
    case full

    /// What an error of the engine means; nil for a mistake of ours and for damage, which nobody outside can mend.
    public init?(_ error: any Error) {
        guard let fault = error as? SQLFault else { return nil }
        switch fault {
        case .unavailable, .unknownOutcome: self = .unavailable
        case .full: self = .full
        case .constraint, .corrupt, .statement, .damagedRow, .schema: return nil
        }
    }
}

/// A database error that a service answers with a fault of its own. Every other error is a mistake in the code, damage,
/// or a schema of another version.
public enum StoreFault: Error, Sendable, Hashable {
    /// Either nothing changed or the outcome of the commit is unknown. The service answers `unavailable`, and its
    /// client may repeat the call with the same `requestId`.
    case unavailable
    /// The disk is full. Nothing changed; reads still work.
    case full

    /// Classifies an error thrown by a ``Database``.
    ///
    /// - Returns: nil for a failed constraint, a wrong statement, a damaged row or file, a schema that does not fit,
    ///   and for errors that are not the database's.
    public init?(_ error: any Error) {
        guard let fault = error as? SQLFault else { return nil }
        switch fault {
        case .unavailable, .unknownOutcome: self = .unavailable
        case .full: self = .full
        case .constraint, .corrupt, .statement, .damagedRow, .schema: return nil
        }
    }
}

/// The kinds of parties that change something. Raw values are stored in the table `audit`, are part of what its rows
/// authenticate, and are words of the wire.
public enum AuditParty: String, CaseIterable, Hashable, Sendable, Codable {
    /// A device that has shown no session.
    case device
    /// A person or an operator, in a session of their own.
    case person
    /// The administrator of the host.
    case administrator
    /// The other service of the pair.
    case peer
    /// The service itself, in a background task.
    case service
}

public import Domain
public import Primitives

/// The party whose call or task has made a change.
public enum AuditActor: Sendable, Hashable {
    /// A device that has shown no session.
    case device
    /// A person or an operator, in a session of their own.
    case person(AccountID, device: DeviceID, session: SessionID)
    /// The administrator of the host, by the administration socket or by a command.
    case administrator
    /// The other service of the pair.
    case peer
    /// The service itself, in a background task.
    case service

    /// The kind under which the party is stored.
    public var party: AuditParty {
        switch self {
        case .device: .device
        case .person: .person
        case .administrator: .administrator
        case .peer: .peer
        case .service: .service
        }
    }

    /// The person's account, device and session; nil for every other party.
    var person: (account: AccountID, device: DeviceID, session: SessionID)? {
        switch self {
        case .person(let account, let device, let session): (account, device, session)
        case .device, .administrator, .peer, .service: nil
        }
    }
}

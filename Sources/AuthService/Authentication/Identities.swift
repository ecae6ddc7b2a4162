import Audit
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

/// A caller as a credential identified them, and the request proof that the call has to record.
struct Authenticated<Identity: Sendable>: Sendable {
    let identity: Identity
    /// The proof; nil for a method that reads, and for one that takes no proof.
    let proof: PresentedProof?
    /// The party that the audit log names for what the call changes.
    let actor: AuditActor
}

/// A caller with a live session, as recorded in the database when the request arrived.
struct AuthenticatedPerson: Sendable, Hashable {
    let account: AccountRecord
    let session: SessionRecord

    /// The person, as the audit log names them.
    var actor: AuditActor { .person(account.id, device: session.device, session: session.id) }
}

extension AuthenticatedPerson {
    /// Refuses a session that still needs a PIN, a second factor or an admission.
    func requireFullSession() throws {
        switch session.level {
        case .unproven: throw Fault(.newDeviceProofRequired)
        case .pinRequired: throw Fault(.pinSetupRequired)
        case .preTFA: throw Fault(.secondFactorRequired)
        case .full: break
        }
    }
}

/// The device key that signed this request.
struct ProvenDevice: Sendable, Hashable {
    /// The key's RFC 7638 thumbprint, which identifies the device.
    let thumbprint: String
    /// The public key as a JWK.
    let publicKey: String
}

/// A caller that may decide approvals.
struct OperatorIdentity: Sendable, Hashable {
    /// An operator, or the administrator of the host.
    let actor: ActingParty
    /// The thumbprint of the operator's device key; a constant for the administrator.
    let thumbprint: String

    /// The bytes of the account that an idempotency key is scoped to; empty for the administrator.
    var idempotencyOwner: [UInt8] { actor.account?.bytes ?? [] }

    static let administrator = OperatorIdentity(actor: .administrator, thumbprint: "administrator")
}

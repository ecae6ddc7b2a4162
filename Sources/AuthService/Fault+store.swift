import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON

/// Faults of the API for the results of the store and of the state table.
extension Fault {
    /// A transition the registration table does not have.
    init(_ refusal: Refusal<Registration>) {
        self.init(.flowError, state: refusal.state.rawValue, event: refusal.event.rawValue)
    }

    /// What a parent, or a child's device, is answered if something about a child was refused.
    init(_ refused: FamilyRefused) {
        switch refused {
        case .childUnknown: self.init(FaultKind.childUnknown)
        case .callerEnded(let end): self.init(end)
        case .limitReached: self.init(.tooManyChildren)
        case .notParent: self.init(FaultKind.notParent)
        case .lastParent: self.init(FaultKind.lastParent)
        case .parentsChanged: self.init(.unavailable, retryAfterMs: 100)
        case .inviteInvalid: self.init(FaultKind.inviteInvalid)
        case .deviceBound: self.init(FaultKind.deviceBound)
        case .notBound: self.init(.deviceNotBound)
        case .approvalRequired: self.init(.operatorApprovalRequired)
        case .challengeUnusable: self.init(.pinChallengeExpired)
        case .move(let state, let event, let binding): self.init(event, in: state, of: binding)
        }
    }

    /// The answer to an event that the tables of ``ChildAccess`` do not have in a state. A device learns the exceptional
    /// states by a fault of their own. That of a revocation names its binding, because a device may have another one.
    private init(_ event: ChildAccess.Event, in state: ChildAccess.State, of binding: BindingID?) {
        let isOfParent: Bool =
            switch event {
            case .parentUnlock, .parentUnlockBeforePIN, .parentResetsAccess, .accessRevoked, .deviceReplaced: true
            default: false
            }
        switch (isOfParent, state) {
        case (false, .childAccessLocked): self.init(.locked)
        case (false, .parentVerificationRequired): self.init(.parentVerificationRequired)
        case (false, .childAccessRevoked): self.init(.childAccessRevoked, binding: binding)
        case (false, .childInviteVerify) where event != .validCode && event != .invalidCode: self.init(.deviceNotBound)
        default: self.init(.flowError, state: state.rawValue, event: event.rawValue)
        }
    }

    private init(_ kind: FaultKind, binding: BindingID?) {
        self.init(kind, detail: binding.map { ["bindingId": .string("\($0)")] })
    }

    /// The answer to a token of a session that has ended.
    init(_ end: SessionEnd) { self.init(FaultKind(end)) }

    /// The refusal of an operator's act.
    init(refused: ActorRefused) {
        switch refused {
        case .notYourGroup: self.init(.notYourGroup)
        case .selfApproval: self.init(.selfApproval)
        case .secondOperatorRequired: self.init(.secondOperatorRequired)
        }
    }

    init(_ fault: StoreFault) {
        switch fault {
        case .unavailable: self.init(.unavailable, retryAfterMs: 1000)
        case .full: self.init(.storageFull, retryAfterMs: 10_000)
        }
    }

    /// A refusal that ends at `moment`.
    static func wait(_ kind: FaultKind, until moment: Instant, now: Instant) -> Fault {
        Fault(kind, retryAfterMs: max(1, (moment - now).ms))
    }
}

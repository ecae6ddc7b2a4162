import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON

/// What the wire says of what the store and the tables say.
extension Fault {
    /// A refused move: both halves are named.
    init(_ refusal: Refusal<Registration>) {
        self.init(.flowError, state: refusal.state.rawValue, event: refusal.event.rawValue)
    }

    /// Why a session is over.
    init(_ end: SessionEnd) {
        let kind: FaultKind =
            switch end {
            case .sessionRevoked: .sessionRevoked
            case .loggedInElsewhere: .loggedInElsewhere
            case .movedFacilityGroup: .movedFacilityGroup
            case .deviceRevoked: .deviceRevoked
            case .refreshReused: .refreshReused
            case .pinReset: .pinReset
            case .accountDeleted: .accountDeleted
            case .blocked: .blocked
            case .sessionExpired: .sessionExpired
            case .loginRequired: .loginRequired
            }
        self.init(kind)
    }

    /// A store that could not do it.
    init(_ fault: StoreFault) {
        switch fault {
        case .unavailable: self.init(.unavailable, retryAfterMs: 1000)
        case .full: self.init(.storageFull, retryAfterMs: 10_000)
        }
    }

    /// A wait until a moment.
    static func wait(_ kind: FaultKind, until moment: Instant, now: Instant) -> Fault {
        Fault(kind, retryAfterMs: max(1, (moment - now).ms))
    }
}

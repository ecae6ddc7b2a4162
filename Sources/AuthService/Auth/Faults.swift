import AuthStore
import Contracts
import JSONRPC
import Machines
import SQL
import StrictJSON
import Vocabulary

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
            case .replaced: .loginRequired
            }
        self.init(kind)
    }

    /// A database that could not do it; nil for a mistake of ours, which the wire learns only as `internal`.
    init?(_ fault: SQLFault) {
        switch fault {
        case .unavailable, .unknownOutcome: self.init(.unavailable, retryAfterMs: 1000)
        case .full: self.init(.storageFull, retryAfterMs: 10_000)
        case .constraint, .corrupt, .statement, .column, .schema: return nil
        }
    }

    /// A wait until a moment.
    static func wait(_ kind: FaultKind, until moment: Instant, now: Instant) -> Fault {
        Fault(kind, retryAfterMs: max(1, (moment - now).ms))
    }
}

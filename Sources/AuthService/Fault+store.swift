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

    /// The answer to a token of a session that has ended.
    init(_ end: SessionEnd) { self.init(FaultKind(end)) }

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

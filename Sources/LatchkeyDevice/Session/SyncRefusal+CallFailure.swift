import Domain
import JSONRPC

extension SyncRefusal {
    /// Classifies a failed call by what it means for the person's entries. Only refusals that auth has recorded may
    /// delete any, so every doubt counts as a fault that deletes nothing.
    init(_ failure: CallFailure) {
        switch failure {
        case .refused(let fault):
            self = SyncRefusal(rawValue: fault.name) ?? .foreign401
            // A refusal that belongs to HTTP 401 and came with another status is not to be believed.
            if belongsToStatus401, fault.status != 401 { self = .otherFault }
        case .unreachable: self = .networkError
        case .unreadable(401, _): self = .foreign401
        case .unreadable: self = .serverError
        }
    }

    /// True for the refusals that auth and the vault send with HTTP 401, and for a 401 with any other fault or none.
    private var belongsToStatus401: Bool {
        switch self {
        case .sessionRevoked, .deviceRevoked, .refreshReused, .pinReset, .loggedInElsewhere, .movedFacilityGroup,
            .loginRequired, .sessionExpired, .tokenExpired, .foreign401:
            true
        case .blocked, .locked, .waitingForApproval, .disapprovedForSyncing, .secondFactorRequired, .pinRequired,
            .otherFault, .networkError, .serverError, .unavailable:
            false
        }
    }
}

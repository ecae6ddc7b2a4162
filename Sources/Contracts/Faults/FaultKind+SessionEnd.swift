public import Domain
public import JSONRPC

extension FaultKind {
    /// The fault that answers a token of a session with this end.
    public init(_ end: SessionEnd) {
        self =
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
    }
}

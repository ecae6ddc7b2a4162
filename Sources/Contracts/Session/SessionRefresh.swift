public import JSONRPC
public import Primitives

public enum SessionRefresh: Method {
    public static let name = "session.refresh"
    public static let summary = "Exchanges a refresh token for the next pair of tokens."
    public static let explanation =
        "While the successor is unused, the used token with a valid proof returns the same successor again, so that a "
        + "lost answer can be repeated. A used token that is presented after its successor was used ends the session."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .loginRequired, .sessionExpired, .refreshReused, .sessionRevoked, .deviceRevoked, .loggedInElsewhere,
        .movedFacilityGroup, .pinReset, .accountDeleted, .blocked,
    ]

    public struct Params: WireObject {
        public var refreshToken: RefreshToken
        public enum CodingKeys: String, CodingKey { case refreshToken }

        public init(refreshToken: RefreshToken) { self.refreshToken = refreshToken }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .refreshToken: Field("The refresh token received last")
            }
        }
    }

    public typealias Answer = SessionGrant

    public static let example = (params: Params(refreshToken: Sample.refreshToken), answer: Sample.grant)
}

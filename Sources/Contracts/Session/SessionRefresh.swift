public import JSONRPC
public import Primitives

public enum SessionRefresh: Method {
    public static let name = "session.refresh"
    public static let summary = "Turns a refresh token into the next pair of tokens."
    public static let explanation =
        "While the successor is unused, the spent token with a valid proof gives the same successor again, so a lost "
        + "answer costs nothing. A spent token shown after its successor was used ends the family."
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
            case .refreshToken: Field("The one received last")
            }
        }
    }

    public typealias Answer = SessionGrant

    public static let example = (params: Params(refreshToken: Sample.refreshToken), answer: Sample.grant)
}

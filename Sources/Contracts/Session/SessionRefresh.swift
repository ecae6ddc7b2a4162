public import JSONRPC
public import Primitives

public enum SessionRefresh: Method {
    public static let name = "session.refresh"
    public static let summary = "Exchanges a refresh token for the next pair of tokens."
    public static let explanation =
        "The device stores the requestId before it calls. Until the successor is used, the spent token with the same "
        + "requestId returns the same successor again, so that a lost answer can be repeated. After that, and for "
        + "another requestId within 10 s of the refresh, the answer is refreshSuperseded and nothing changes. A spent "
        + "token with another requestId later than that ends the session, because two parties hold it."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .refreshSuperseded, .loginRequired, .sessionExpired, .refreshReused, .sessionRevoked, .deviceRevoked,
        .loggedInElsewhere,
        .movedFacilityGroup, .pinReset, .accountDeleted, .blocked,
    ]

    public struct Params: WireObject {
        public var refreshToken: RefreshToken
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case refreshToken, requestId }

        public init(refreshToken: RefreshToken, requestId: RequestID? = nil) {
            (self.refreshToken, self.requestId) = (refreshToken, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .refreshToken: Field("The refresh token received last")
            case .requestId:
                Field("A new id for each refresh, stored before the call; a device of an earlier release sends none")
            }
        }
    }

    public typealias Answer = SessionGrant

    public static let example = (
        params: Params(refreshToken: Sample.refreshToken, requestId: Sample.request), answer: Sample.grant
    )
}

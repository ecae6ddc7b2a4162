public import JSONRPC
public import Primitives

/// Turns a refresh token into the next pair of tokens.
///
/// While the successor is unused, the spent token with a valid proof gives the same successor again, so a lost answer
/// costs nothing. A spent token shown after its successor was used ends the family.
public enum SessionRefresh: Method {
    /// The wire's name.
    public static let name = "session.refresh"
    /// For the table of methods.
    public static let summary = "Turns a refresh token into the next pair of tokens."
    /// For the document.
    public static let explanation =
        "While the successor is unused, the spent token with a valid proof gives the same successor "
        + "again, so a lost answer costs nothing. A spent token shown after its successor was used ends "
        + "the family."
    /// What the caller shows.
    public static let credential = Credential.deviceProof
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .loginRequired, .sessionExpired, .refreshReused, .sessionRevoked, .deviceRevoked, .loggedInElsewhere,
        .movedFacilityGroup, .pinReset, .accountDeleted, .blocked,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The one received last
        public var refreshToken: RefreshToken

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case refreshToken
        }

        /// See the members.
        public init(refreshToken: RefreshToken) {
            self.refreshToken = refreshToken
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .refreshToken: Field("The one received last")
            }
        }
    }

    /// As SessionGrant says.
    public typealias Answer = SessionGrant

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(refreshToken: Sample.refreshToken),
            Sample.grant
        )
    }
}

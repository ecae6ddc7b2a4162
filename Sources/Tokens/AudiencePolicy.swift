public import Cryptography

/// How tokens for one audience are made, where its framework cannot take the usual form.
public struct AudiencePolicy: Hashable, Sendable {
    /// ES256, or RS256 for frameworks that insist.
    public let algorithm: SignatureAlgorithm
    /// `at+jwt`, or `JWT` for those that refuse it.
    public let kind: String

    /// ES256 and `at+jwt`.
    public static let usual = AudiencePolicy(algorithm: .es256, kind: "at+jwt")

    /// See the members.
    public init(algorithm: SignatureAlgorithm, kind: String) {
        self.algorithm = algorithm
        self.kind = kind
    }
}

import Domain
import Tokens

/// The scopes that a method asks of a token.
struct RequiredScopes: Sendable, Hashable {
    /// The scopes that a person's own token must have, all of them.
    let own: [String]
    /// The scopes of which the token of a backend must have one. It is admitted nowhere if there are none, whatever other
    /// scopes it has.
    var delegated: [String] = []
}

extension Caller {
    /// True for a token that a person's device has had made for a backend. Such a token names the backend; one that has a
    /// scope of backends and names none is no person's own token either.
    var isDelegated: Bool { authorizedParty != nil || !scope.isDisjoint(with: .delegable) }
}

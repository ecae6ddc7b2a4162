public import Contracts
public import Tokens

/// The vault's setting `issuer` is not that of auth, so every token would look forged. It is doubt about the settings and no
/// proof against a token, so the vault answers `unavailable`.
public struct IssuerMismatch: Error, Hashable, CustomStringConvertible {
    let auth: String
    let vault: String

    public var description: String {
        "auth issues tokens as \(auth), and the vault's setting issuer is \(vault): set issuer to the same in both services"
    }
}

extension JWKS {
    /// Reads the keys of an answer of `keys.current`, by the rules for a published key set.
    ///
    /// - Parameter issuer: the issuer that this vault accepts.
    /// - Throws: ``IssuerMismatch`` if auth has another one, and `TokenFault` if a key is invalid; none of the keys is then
    ///   used.
    public init(_ answer: KeysCurrent.Answer, issuer: String) throws {
        if let theirs = answer.issuer, theirs != issuer { throw IssuerMismatch(auth: theirs, vault: issuer) }
        try self.init(answer)
    }
}

import Contracts
import Cryptography
import JSONRPC
import Tokens

extension Auth {
    /// Returns the keys that verify access tokens to the vault.
    func keysCurrent(_ call: Call<KeysCurrent, String>) async throws -> KeysCurrent.Answer {
        KeysCurrent.Answer(keys: tokens.keys.jwks.keys.map { PublishedKey($0) }, issuer: settings.issuer)
    }
}

extension PublishedKey {
    fileprivate init(_ jwk: JWK) {
        let members = Dictionary(uniqueKeysWithValues: jwk.key.jwk.map { ($0.name, $0.value) })
        self.init(
            kty: members["kty"] ?? "", crv: members["crv"], x: members["x"], y: members["y"], use: "sig",
            alg: jwk.key.algorithm.rawValue, kid: jwk.kid)
    }
}

import Cryptography
import Domain
import Primitives
import StrictJSON
import Support

@testable import Tokens

/// An issuer of access tokens with one active ES256 key, a stopped clock, and the claims most tests need.
struct TokenFixture {
    static let issuer = "https://auth.example"
    let clock = StoppedClock()
    let random = SeededRandom().random
    let key: SigningKey
    let tokens: AccessTokens

    init(cacheCapacity: Int = 65_536) {
        let key = SigningKey.p256(.generate(random))
        self.key = key
        tokens = AccessTokens(
            issuer: Self.issuer, keys: KeyTable([.init(key, state: .active)]), cacheCapacity: cacheCapacity)
    }

    func claims(_ change: (inout AccessClaims) -> Void = { _ in }) -> AccessClaims {
        var claims = AccessClaims(
            issuer: Self.issuer, audiences: ["auth", "vault"], account: AccountID(bits: 1), session: SessionID(bits: 2),
            device: DeviceID(bits: 3), jti: "jti-1", now: clock.now, tsv: 4, scope: [.account, .sync], role: .member,
            amr: ["otp", "pin"], thumbprint: String(repeating: "t", count: 43))
        change(&claims)
        return claims
    }

    /// Signs arbitrary claims under an arbitrary header with the active key.
    func signed(_ claims: JSONObject, header change: (inout JSONObject) -> Void = { _ in }) -> String {
        var header: JSONObject = ["alg": "ES256", "typ": "at+jwt", "kid": .string(key.verifyingKey.thumbprint)]
        change(&header)
        return CompactJWS.make(
            header: JSON.object(header).encoded(), payload: JSON.object(claims).encoded(), sign: key.sign)
    }

    func verify(_ token: String, audience: String = "vault", later: Duration = .zero) throws(TokenFault) -> Caller {
        try tokens.verify(token, audience: audience, now: clock.now + later)
    }

    /// Returns the fault a token is refused with, or nil where it is accepted.
    func fault(_ token: String, audience: String = "vault", later: Duration = .zero) -> TokenFault? {
        do {
            _ = try verify(token, audience: audience, later: later)
            return nil
        } catch { return error }
    }
}

extension TokenFault {
    var isBad: Bool { if case .bad = self { true } else { false } }
    var isWrongKind: Bool { if case .wrongKind = self { true } else { false } }
}

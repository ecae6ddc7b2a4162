import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import OTP
import Primitives
import Support
import Testing

/// The steps by which a person uses a second factor.
extension AuthTestClient {
    /// The code of an authenticator, some steps of 30 seconds from now.
    func code(_ secret: AuthenticatorSecret, _ fixture: AuthServiceFixture, steps: Int = 0) throws -> AuthenticatorCode
    {
        let bytes = try #require(Base32.decode(secret.reveal)), moment = fixture.clock.now + .seconds(30 * steps)
        let totp = try #require(TOTP(secret: bytes))
        return try #require(AuthenticatorCode(totp.code(at: moment)))
    }

    /// Gives the account a confirmed second factor, and advances the clock by 90 s, so that the present code is unused.
    @discardableResult
    func makeFactor(
        _ fixture: AuthServiceFixture, _ confirmation: GivenConfirmation? = nil
    ) async throws -> AuthenticatorSecret {
        let secret = try await call(SecondFactorEnroll.self, .init(confirmation: confirmation)).secret
        _ = try await call(SecondFactorConfirm.self, .init(code: code(secret, fixture)))
        fixture.clock.advance(by: .seconds(90))
        return secret
    }

    /// Makes the PIN and the second factor that the first login of an operator asks for, and gets the wider tokens. The first
    /// code is of the step before the present one, so the present code stays unused and the clock stays as it is.
    func makeOperatorSecrets(_ fixture: AuthServiceFixture) async throws {
        try await enrol()
        let secret = try await call(SecondFactorEnroll.self, .init()).secret
        _ = try await call(SecondFactorConfirm.self, .init(code: code(secret, fixture, steps: -1)))
        try await refresh()
        authenticator = secret
    }

    /// Passes the PIN and the second factor that each login of an operator asks for.
    func passOperatorLogin(_ secret: AuthenticatorSecret, _ fixture: AuthServiceFixture) async throws {
        try await prove()
        try await passFactor(secret, fixture)
    }

    /// Passes the second factor, and gets the wider tokens.
    func passFactor(_ secret: AuthenticatorSecret, _ fixture: AuthServiceFixture) async throws {
        _ = try await call(SecondFactorVerify.self, .init(code: code(secret, fixture)))
        try await refresh()
    }
}

extension AuthenticatorCode {
    /// Another code than this one.
    var other: AuthenticatorCode {
        let digits = reveal.map { $0 == "9" ? Character("0") : "9" }
        return AuthenticatorCode(String(digits)) ?? self
    }
}

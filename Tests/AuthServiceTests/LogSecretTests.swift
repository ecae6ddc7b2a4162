import AuthService
import AuthStore
import Contracts
import DPoP
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `Log lines of auth` {
    @Test(.requirement("O9", "T12")) func `contain no phone number, code, token or proof of a refused request`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), thief = fixture.client()
        var (secrets, codes) = ([AuthTestClient.phone, "15112345678"], [String]())

        let first = try await phone.register(fixture)
        try await phone.refresh()
        let second = try await phone.refresh()
        for grant in [first, second] { secrets += [grant.accessToken.reveal, grant.refreshToken.reveal] }

        let (expired, late) = try await phone.requestCode(fixture)
        fixture.clock.advance(by: .seconds(300))
        try await phone.expectRefused(.codeExpired, OTPVerify.self, .init(challengeId: expired, code: late))
        let (challenge, code) = try await phone.requestCode(fixture)
        let wrong = try fixture.wrong(code)
        try await phone.expectRefused(.codeWrong, OTPVerify.self, .init(challengeId: challenge, code: wrong))
        try await thief.expectRefused(.codeExpired, OTPVerify.self, .init(challengeId: challenge, code: code))
        codes += [late.reveal, code.reveal, wrong.reveal]

        let forged = try #require(AccessToken(second.accessToken.reveal.dropLast(4) + "AAAA"))
        secrets.append(forged.reveal)
        try await phone.expectRefused(.loginRequired, SessionStatus.self, Nothing(), token: forged)
        try await thief.expectRefused(.proofRefused, SessionLogout.self, .init(), token: second.accessToken)
        let body = try RequestWriter.body(
            OTPRequest.name, OTPRequest.Params(phone: AuthTestClient.phone, purpose: .login))
        let proof = try phone.proof(OTPVerify.name, body, nil)
        _ = try await phone.raw(body, headers: [proof])
        secrets.append(proof.value)

        let assertion = ServiceAuthenticate.example.params.assertion
        #expect(
            await fixture.fault(ServiceAuthenticate.self, .init(assertion: assertion), at: .internal) == "callRefused")
        secrets.append("\(assertion)")
        let stolen = SessionRefresh.Params(refreshToken: second.refreshToken)
        try await thief.expectRefused(.loginRequired, SessionRefresh.self, stolen)
        let reused = SessionRefresh.Params(refreshToken: first.refreshToken)
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, reused)

        let lines = fixture.log.entries.map { "\($0.message) \($0.metadata)" }
        #expect(lines.contains { $0.contains("a spent refresh token was presented") })
        for secret in secrets {
            #expect(!lines.contains { $0.contains(secret) }, "\(secret.prefix(12))")
        }
        let numbers = lines.flatMap { $0.split { !$0.isNumber } }
        for code in codes { #expect(!numbers.contains { $0 == code }, "a code") }
    }
}

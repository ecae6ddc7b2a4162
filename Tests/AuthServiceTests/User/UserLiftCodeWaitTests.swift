import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `user.liftCodeWait` {
    /// A person of whose number a device key has entered ten wrong codes in a row.
    @discardableResult
    private static func waiting(_ fixture: AuthServiceFixture, _ stranger: AuthTestClient) async throws -> SessionGrant
    {
        let grant = try await fixture.client("phone").register(fixture)
        for _ in 0..<10 {
            let (challenge, code) = try await stranger.requestCode(fixture)
            try await stranger.expectRefused(
                .codeWrong, OTPVerify.self, .init(challengeId: challenge, code: fixture.wrong(code)))
        }
        let params = OTPRequest.Params(phone: AuthTestClient.phone, purpose: .login)
        try await stranger.expectRefused(.codeWait, OTPRequest.self, params)
        return grant
    }

    private static func fixture() async throws -> AuthServiceFixture {
        try await AuthServiceFixture {
            $0.sendLimits.perNumber = []
            ($0.sendLimits.perAddress, $0.sendLimits.perBlock) = ([], [])
        }
    }

    @Test(.requirement("O4"))
    func `plays its example: the device key tries ten codes again, and the decision is recorded`() async throws {
        let fixture = try await Self.fixture(), stranger = fixture.client("new phone"), boss = fixture.client("boss")
        try await boss.becomeOperator(fixture, of: ["fieldwork"])
        let grant = try await Self.waiting(fixture, stranger)
        try await boss.refresh()
        let (params, example) = UserLiftCodeWait.example
        #expect(try await boss.call(UserLiftCodeWait.self, params) == example)
        #expect(try await boss.call(UserLiftCodeWait.self, params).lifted == 0)
        let recorded = try await fixture.store.decisions(about: grant.account, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .codeWaitLifted, by: .person(try #require(boss.session).account), from: "1 device keys", to: nil,
                    reason: params.reason)
            ])
        for turn in 1...11 {
            guard turn <= 10 else {
                let params = OTPRequest.Params(phone: AuthTestClient.phone, purpose: .login)
                return try await stranger.expectRefused(.codeWait, OTPRequest.self, params)
            }
            let (challenge, code) = try await stranger.requestCode(fixture)
            try await stranger.expectRefused(
                .codeWrong, OTPVerify.self, .init(challengeId: challenge, code: fixture.wrong(code)))
        }
    }

    @Test func `a count below ten goes on, and other numbers stay as they are`() async throws {
        let fixture = try await Self.fixture(), stranger = fixture.client("new phone")
        try await Self.waiting(fixture, stranger)
        try await fixture.client("other").register(fixture, "+33612345678")
        let lifted = try await fixture.callAsAdministrator(UserLiftCodeWait.self, .init(phone: "+33612345678"))
        #expect(lifted.lifted == 0)
        try await stranger.expectRefused(
            .codeWait, OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        let (challenge, code) = try await stranger.requestCode(fixture, to: "+33612345678")
        try await stranger.expectRefused(
            .codeWrong, OTPVerify.self, .init(challengeId: challenge, code: fixture.wrong(code)))
        _ = try await fixture.callAsAdministrator(UserLiftCodeWait.self, .init(phone: "+33612345678"))
        #expect(try await fixture.count("otp_streak") == 2)
    }

    @Test func `a block by wrong PINs stays`() async throws {
        let fixture = try await Self.fixture()
        let grant = try await fixture.client("phone").register(fixture)
        _ = try await fixture.store.block(grant.account, at: fixture.clock.now)
        _ = try await fixture.callAsAdministrator(UserLiftCodeWait.self, .init(phone: AuthTestClient.phone))
        #expect(try await fixture.store.account(grant.account)?.state == .blocked)
    }
}

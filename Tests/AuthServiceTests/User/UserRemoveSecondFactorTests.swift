import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `user.removeSecondFactor` {
    /// A person who has logged in and waits for the second factor, whose authenticator and recovery codes are lost.
    private static func waiting() async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient) {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        _ = try await phone.makeCodes()
        try await phone.makeFactor(fixture)
        #expect(try await phone.login(fixture).next == "secondFactor")
        return (fixture, phone)
    }

    @Test func `plays its example: the person's next login is complete, and every device is told`() async throws {
        let (fixture, phone) = try await Self.waiting()
        var params = UserRemoveSecondFactor.example.params
        (params.phone, params.reason) = (AuthTestClient.phone, "passport shown")
        _ = try await fixture.callAsAdministrator(UserRemoveSecondFactor.self, params)
        #expect(try await fixture.count("second_factor") == 0)
        #expect(try await phone.login(fixture).next == nil)
        #expect(try await phone.noticeKinds().contains(.secondFactorRemoved))
        let account = try #require(phone.session).account
        let recorded = try await fixture.store.decisions(about: account, page: DecisionPage(limit: 10)).map(\.decision)
        #expect(
            recorded == [
                Decision(
                    .secondFactorRemoved, by: .administrator, from: "second factor", to: nil, reason: "passport shown")
            ])
    }

    @Test func `an account without a confirmed one, and an unknown person, are refused, and nothing is recorded`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        _ = try await phone.call(SecondFactorEnroll.self, .init())
        for (number, fault) in [(AuthTestClient.phone, "secondFactorUnknown"), ("+33612345679", "userUnknown")] {
            let params = UserRemoveSecondFactor.Params(phone: number)
            #expect(await fixture.fault(UserRemoveSecondFactor.self, params, at: .administration) == fault)
        }
        #expect(try await fixture.count("second_factor") == 1)
        #expect(try await fixture.count("decision") == 0)
    }
}

import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `user.removeDevice` {
    @Test func `plays its example: the lost phone is out, the tablet stays in, and a code does not bring it back`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), tablet = fixture.client()
        let lost = try await phone.register(fixture)
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        var params = UserRemoveDevice.example.params
        (params.phone, params.deviceId, params.reason) = (AuthTestClient.phone, lost.deviceId, "stolen")
        _ = try await fixture.callAsAdministrator(UserRemoveDevice.self, params)
        try await phone.expectRefused(.deviceRevoked, AccountMe.self, Nothing())
        try await phone.expectRefused(.deviceRevoked, SessionRefresh.self, .init(refreshToken: lost.refreshToken))
        let answer = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: lost.account, sessionId: lost.sessionId))
        #expect((answer.active, answer.ended?.value) == (false, .deviceRevoked))
        try await tablet.expectSuccess(AccountMe.self, Nothing())
        #expect(try await phone.login(fixture).next == "admit")
        let recorded = try await fixture.store.decisions(about: lost.account, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .deviceRemoved, by: .administrator, from: "admitted: \(lost.deviceId)",
                    to: "not admitted: \(lost.deviceId)", reason: "stolen")
            ])
        let notices = try await tablet.call(AccountNotices.self, Nothing()).notices
        #expect(notices.filter { $0.kind.value == .deviceRemoved }.map(\.deviceId) == [lost.deviceId])
    }

    @Test func `a device whose session has ended loses its admission too`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        try await phone.expectSuccess(SessionLogout.self, .init())
        _ = try await fixture.callAsAdministrator(
            UserRemoveDevice.self, .init(deviceId: grant.deviceId, accountId: grant.account))
        #expect(try await phone.login(fixture).next == "admit")
    }

    @Test func `a device of another person, and an unknown person, are refused`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        try await fixture.client().register(fixture, "+33612345678")
        for (number, fault) in [("+33612345678", "deviceUnknown"), ("+33612345679", "userUnknown")] {
            let params = UserRemoveDevice.Params(deviceId: grant.deviceId, phone: number)
            #expect(await fixture.fault(UserRemoveDevice.self, params, at: .administration) == fault)
        }
        try await phone.expectSuccess(AccountMe.self, Nothing())
        #expect(try await fixture.count("decision") == 0)
    }

    @Test func `a child's device loses the access as by a parent's revocation, and the family is told`() async throws {
        let family = try await Family(), joined = try await family.join(), fixture = family.fixture
        let params = UserRemoveDevice.Params(
            deviceId: joined.session.deviceId, accountId: family.child, reason: "stolen")
        _ = try await fixture.callAsAdministrator(UserRemoveDevice.self, params)
        try await family.device.expectRefused(
            .deviceRevoked, SessionRefresh.self, .init(refreshToken: joined.session.refreshToken))
        #expect(await family.device.refusal(ofPIN: Family.pin) == "childAccessRevoked")
        #expect(try await family.state() == .childAccessRevoked)
        #expect(try await family.view().deviceId == nil)
        let told = try await family.parent.call(AccountNotices.self, Nothing()).notices.map(\.kind.value)
        #expect(told.contains(.childAccessRevoked))
        #expect(await fixture.fault(UserRemoveDevice.self, params, at: .administration) == "deviceUnknown")
        try await family.join(fixture.client("new tablet"))
    }
}

import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `user.undoPhone` {
    /// A person whose number a thief of the phone has changed with codes by message, at a time that is returned.
    private static func changed() async throws -> (two: TwoDevices, at: Instant) {
        let two = try await TwoDevices(), fixture = two.fixture
        let change = try await two.phone.phoneChange(fixture, two.phone.message(fixture, .changePhone))
        try await two.phone.expectSuccess(AccountChangePhone.self, change)
        return (two, fixture.clock.now)
    }

    @Test(.requirement("R5"))
    func `plays its example: an operator gives the former number back, by which the person is found`() async throws {
        let (two, at) = try await Self.changed(), fixture = two.fixture, boss = fixture.client("boss")
        try await boss.becomeOperator(fixture, of: ["fieldwork"])
        let (params, example) = UserUndoPhone.example
        #expect(try await boss.call(UserUndoPhone.self, params) == example)
        try await two.phone.refresh()
        let me = try await two.phone.call(AccountMe.self, Nothing())
        #expect((me.phone, me.phoneChangeUndoableUntilMs) == (AuthTestClient.phone, nil))
        #expect(try await two.phone.noticeKinds().first == .phoneChangeUndone)
        #expect(try await fixture.count("account_number", where: "reserved IS NULL") == 2)
        let recorded = try await fixture.store.decisions(about: me.accountId, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .phoneChangeUndone, by: .person(try #require(boss.session).account), from: "changed at \(at)",
                    to: nil, reason: params.reason)
            ])
        try await boss.expectRefused(.phoneChangeUnknown, UserUndoPhone.self, params)
        #expect(try await fixture.client("new").register(fixture, AuthTestClient.otherPhone).accountId != nil)
    }

    @Test(arguments: [(-1, true), (0, false)])
    func `a change can be undone for 72 hours`(early ms: Int, isUndone: Bool) async throws {
        let (two, at) = try await Self.changed(), fixture = two.fixture
        fixture.clock.set(at + .hours(72) + .milliseconds(ms))
        let fault = await fixture.fault(
            UserUndoPhone.self, .init(phone: AuthTestClient.otherPhone), at: .administration)
        #expect(fault == (isUndone ? nil : "phoneChangeUnknown"))
    }
}

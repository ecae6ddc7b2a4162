import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

@Suite struct `account.undoChangePhone` {
    /// A person whose number a thief of the phone has changed with codes by message.
    private static func changed() async throws -> (two: TwoDevices, thief: AuthTestClient, owner: AuthTestClient) {
        let two = try await TwoDevices(), fixture = two.fixture
        try await two.phone.expectSuccess(
            AccountChangePhone.self,
            two.phone.phoneChange(fixture, two.phone.message(fixture, .changePhone)))
        try await two.tablet.refresh()
        return (two, two.phone, two.tablet)
    }

    @Test(.requirement("R5"))
    func `plays its example: an earlier device takes the number back, which is the account's alone again`()
        async throws
    {
        let (two, _, owner) = try await Self.changed(), fixture = two.fixture
        let once = AccountUndoChangePhone.Params(requestId: fixture.random.id())
        for _ in 0..<2 { try await owner.expectSuccess(AccountUndoChangePhone.self, once) }
        try await owner.expectRefused(
            .requestIdReused, AccountUndoChangePhone.self,
            .init(confirmation: two.codes[0].confirmation, requestId: once.requestId))
        let me = try await owner.call(AccountMe.self, Nothing())
        #expect(me.phone == AuthTestClient.phone && me.phoneChangeUndoableUntilMs == nil)
        #expect(try await owner.noticeKinds().first == .phoneChangeUndone)
        #expect(try await fixture.count("account_number", where: "reserved IS NULL") == 1)
        #expect(try await fixture.client("stranger").register(fixture, AuthTestClient.otherPhone).accountId != nil)
        try await owner.expectRefused(.phoneChangeUnknown, AccountUndoChangePhone.self, .init())
    }

    @Test func `a device that was admitted after the change needs a secret of the person's own`() async throws {
        let (two, thief, _) = try await Self.changed(), fixture = two.fixture, later = fixture.client("later")
        try await later.login(fixture, AuthTestClient.otherPhone)
        try await thief.refresh()
        try await thief.admit(later)
        try await later.expectRefused(.confirmationRequired, AccountUndoChangePhone.self, .init())
        try await later.expectSuccess(
            AccountUndoChangePhone.self, .init(confirmation: two.codes[0].confirmation))
    }

    @Test func `what a secret of the person's own has changed, only such a secret changes back`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        try await two.phone.expectSuccess(
            AccountChangePhone.self, two.phone.phoneChange(fixture, two.codes[0].confirmation))
        try await two.tablet.refresh()
        try await two.tablet.expectRefused(.confirmationRequired, AccountUndoChangePhone.self, .init())
        try await two.tablet.expectSuccess(
            AccountUndoChangePhone.self, .init(confirmation: two.codes[1].confirmation))
    }

    @Test(.requirement("R5"), arguments: [(Duration.milliseconds(1), true), (.zero, false)])
    func `it is possible for 72 hours`(early: Duration, isPossible: Bool) async throws {
        let (two, _, owner) = try await Self.changed(), fixture = two.fixture
        let until = try #require(try await owner.call(AccountMe.self, Nothing()).phoneChangeUndoableUntilMs)
        fixture.clock.set(until - early)
        try await owner.refresh()
        let fault = try await owner.refusal(AccountUndoChangePhone.self, .init())
        #expect(fault?.name == (isPossible ? nil : "phoneChangeUnknown"))
    }

    @Test func `the deletion of the account frees both numbers`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        try await two.phone.expectSuccess(
            AccountChangePhone.self, two.phone.phoneChange(fixture, two.codes[0].confirmation))
        try await two.phone.deleteAccount(fixture, AuthTestClient.otherPhone)
        #expect(try await fixture.count("account_number") == 0)
        #expect(try await fixture.count("number_change") == 0)
        #expect(try await fixture.client("new").register(fixture).accountId != nil)
    }

    @Test func `while it is possible no message puts a device out, makes a secret or deletes the account`() async throws
    {
        let (two, thief, owner) = try await Self.changed(), fixture = two.fixture
        try await thief.refresh()
        func code(_ purpose: CodePurpose) async throws -> GivenConfirmation {
            try await thief.message(fixture, purpose, to: AuthTestClient.otherPhone)
        }
        try await thief.expectRefused(
            .changesHeld, DeviceRemove.self, .init(deviceId: owner.device, confirmation: code(.removeDevice)))
        try await thief.expectRefused(
            .changesHeld, AccountRecoveryCodes.self, .init(confirmation: code(.recoveryCodes)))
        try await thief.expectRefused(
            .changesHeld, AccountDelete.self, .init(confirmation: code(.deleteAccount)))
        try await owner.refresh()
        try await owner.expectSuccess(AccountUndoChangePhone.self, .init())
    }

    @Test(arguments: [(Duration.milliseconds(1), true), (.zero, false)])
    func `in an older copy of the database it is possible for 72 hours again`(early: Duration, isPossible: Bool)
        async throws
    {
        let (two, _, owner) = try await Self.changed(), fixture = two.fixture
        let begun = fixture.clock.now + .hours(71)
        _ = try await fixture.database.write {
            try $0.run(Statement("INSERT INTO older_copy (generation, begun_at) VALUES (0, $1)", .instant(begun)))
        }
        fixture.clock.set(begun + .hours(72) - early)
        try await fixture.store.sweep(at: fixture.clock.now)
        try await owner.refresh()
        let fault = try await owner.refusal(AccountUndoChangePhone.self, .init())
        #expect(fault?.name == (isPossible ? nil : "phoneChangeUnknown"))
    }
}

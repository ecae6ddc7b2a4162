import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService
@testable import AuthStore

@Suite struct `account.notices` {
    @Test func `plays its example: a new device that has logged in is named`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client("Ada's phone")
        try await phone.register(fixture)
        let at = fixture.clock.now
        try await tablet.login(fixture)
        let (params, example) = AccountNotices.example
        var notice = example.notices[0]
        (notice.atMs, notice.deviceId) = (at, tablet.device)
        #expect(try await phone.call(AccountNotices.self, params) == AccountNotices.Answer(notices: [notice]))
        try await tablet.expectRefused(.newDeviceProofRequired, AccountNotices.self, Nothing())
    }

    @Test func `every device of the account sees what was done to it, and nobody else`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, other = fixture.client()
        try await other.register(fixture, "+33612345678")
        _ = try await two.phone.requestCode(fixture, .deleteAccount)
        _ = try await other.requestCode(fixture, .deleteAccount)
        let expected: [NoticeKind] = [.deletionCodeRequested, .deviceAdmitted, .deviceWaiting, .recoveryCodesMade]
        #expect(try await two.phone.noticeKinds() == expected)
        #expect(try await two.tablet.noticeKinds() == expected)
        #expect(try await other.noticeKinds().isEmpty)
    }

    @Test func `the newest 200 notices of an account are kept`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let account = try await phone.register(fixture).account
        for _ in 0..<201 {
            _ = try await fixture.database.write { [clock = fixture.clock] transaction in
                try transaction.batch(
                    NoticeTable.insert(.deviceWaiting, about: nil, of: account, at: clock.now))
            }
        }
        #expect(try await fixture.count("notice") == 200)
        let notices = try await phone.call(AccountNotices.self, Nothing()).notices
        #expect(notices.count == 200 && notices.first?.number == 201 && notices.last?.number == 2)
    }
}

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

    @Test(arguments: [(100, 300), (101, 300)])
    func `the newest 100 notices about children are kept beside 200 others`(ofChildren: Int, left: Int) async throws {
        let family = try await Family(), account = try #require(family.parent.session).account, child = family.child
        let fixture = family.fixture, now = fixture.clock.now
        _ = try await fixture.database.write { transaction in
            try transaction.run(NoticeTable.delete(of: account))
            // This one is about the parent's own device, also if the co-parent of a child has caused it.
            try transaction.batch(
                NoticeTable.insert(.admissionScheduled, about: nil, child: child, of: account, at: now))
            for _ in 0..<199 {
                try transaction.batch(NoticeTable.insert(.deviceWaiting, about: nil, of: account, at: now))
            }
            for _ in 0..<ofChildren {
                try transaction.batch(
                    NoticeTable.insert(.childAccessLocked, about: nil, child: child, of: account, at: now))
            }
        }
        let notices = try await family.parent.call(AccountNotices.self, Nothing()).notices
        #expect(notices.count == left)
        #expect(notices.count { $0.kind.value == .childAccessLocked } == 100)
        #expect(notices.last?.kind.value == .admissionScheduled)
    }

    @Test(arguments: [(200, 200), (201, 200)])
    func `no number of other notices pushes out one about a child`(others: Int, left: Int) async throws {
        let family = try await Family(), account = try #require(family.parent.session).account, child = family.child
        let now = family.fixture.clock.now
        _ = try await family.fixture.database.write { transaction in
            try transaction.run(NoticeTable.delete(of: account))
            try transaction.batch(
                NoticeTable.insert(.childAccessLocked, about: nil, child: child, of: account, at: now))
            for _ in 0..<others {
                try transaction.batch(NoticeTable.insert(.deviceWaiting, about: nil, of: account, at: now))
            }
        }
        let notices = try await family.parent.call(AccountNotices.self, Nothing()).notices
        #expect(notices.count == left + 1)
        #expect(notices.last?.kind.value == .childAccessLocked)
    }
}

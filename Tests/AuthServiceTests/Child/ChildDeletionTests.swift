import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `The deletion of children` {
    @Test func `the child of an only parent is deleted after a confirmation, with everything of it`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.parent.expectRefused(
            .confirmationRequired, ChildRemove.self, .init(childId: family.child))
        let code = try await family.parent.message(family.fixture, .deleteAccount)
        let answer = try await family.parent.call(
            ChildRemove.self, .init(childId: family.child, confirmation: code))
        #expect(answer.isDeleted)
        for table in [
            "child", "child_parent", "family_invite", "invite_ticket", "child_binding", "pin", "unlock_share",
        ] {
            #expect(try await family.fixture.count(table) == 0)
        }
        try await family.device.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
        #expect(try await family.state() == .unauthenticated)
        #expect(try await family.parent.call(ChildList.self, Nothing()).children == [])
        #expect(try await family.fixture.purgedAccounts().contains(family.child))
        try await family.parent.expectRefused(.childUnknown, ChildRemove.self, .init(childId: family.child))
    }

    @Test(.requirement("D1")) func `an only parent's deletion takes the children along`() async throws {
        let family = try await Family()
        try await family.join()
        let shared = try await Family(in: family.fixture, phone: "+33612345678")
        try await shared.parent.refresh()
        let account = try #require(family.parent.session).account
        try await family.parent.refresh()
        let code = try await shared.inviteParent().code
        _ = try await family.parent.call(ChildAcceptParent.self, .init(code: code))
        try await shared.join()
        let message = try await family.parent.message(family.fixture, .deleteAccount)
        try await family.parent.expectSuccess(
            AccountDelete.self, .init(challengeId: #require(message.challengeId), code: #require(message.code)))
        try await family.device.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
        #expect(try await family.fixture.purgedAccounts() == [account, family.child])
        try await shared.device.expectSuccess(SessionStatus.self, Nothing())
        #expect(try await shared.view().parents == 1)
        #expect(
            try await shared.parent.call(AccountNotices.self, Nothing()).notices.first?.kind.value == .parentRemoved)
    }

    /// Another parent may accept between the reading of the children and the commit, after their deletion was recorded.
    @Test(.requirement("D3")) func `a deletion takes along exactly the children whose deletion was recorded`()
        async throws
    {
        let family = try await Family()
        let other = try await family.addParent()
        let account = try #require(family.parent.session).account, auth = family.fixture.auth
        let own = AccountDeletion(record: auth.deletionRecord(of: account), purge: auth.purgeEntry(for: account))
        let ofChild = AccountDeletion(
            record: auth.deletionRecord(of: family.child), purge: auth.purgeEntry(for: family.child))
        let transition = try Registration.next(.registered, on: .delete)
        let outcome = try await family.fixture.store.commitDeletion(
            transition, deleting: account, in: .registered, by: own,
            confirmedBy: .decision(by: .administrator, reason: nil), withChildren: [family.child: ofChild],
            at: family.fixture.clock.now)
        #expect(outcome == .stateChanged)
        #expect(try await family.view(other).parents == 2)
    }

    @Test func `the administrator's deletion of an only parent takes the children along too`() async throws {
        let family = try await Family()
        try await family.join()
        _ = try await family.fixture.callAsAdministrator(UserDelete.self, .init(phone: AuthTestClient.phone))
        try await family.device.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
        #expect(try await family.fixture.count("child") == 0)
    }

    @Test func `the administrator's deletion of a child is told to all its parents`() async throws {
        let family = try await Family()
        let other = try await family.addParent()
        try await family.join()
        _ = try await family.fixture.callAsAdministrator(UserDelete.self, .init(accountId: family.child))
        try await family.device.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
        for parent in [family.parent, other] {
            let notice = try #require(try await parent.call(AccountNotices.self, Nothing()).notices.first)
            #expect((notice.kind.value, notice.childId, notice.childName) == (.childDeleted, family.child, "Mia"))
        }
        #expect(try await family.fixture.purgedAccounts() == [family.child])
    }

    @Test(.requirement("D5")) func `a number that is registered again has no children`() async throws {
        let family = try await Family()
        _ = try await family.fixture.callAsAdministrator(UserDelete.self, .init(phone: AuthTestClient.phone))
        let again = family.fixture.client()
        try await again.register(family.fixture, group: "home")
        #expect(try await again.call(ChildList.self, Nothing()).children == [])
    }

    @Test(.requirement("D4")) func `after a restore a bound child is locked until a parent unlocks it, revoked or not`()
        async throws
    {
        let family = try await Family()
        let first = try await family.join()
        try await family.fixture.restoreOlderCopy()
        #expect(try await family.state() == .childAccessLocked)
        #expect(await family.device.refusal(ofPIN: Family.pin) == "locked")
        try await family.device.expectRefused(
            .loginRequired, SessionRefresh.self, .init(refreshToken: first.session.refreshToken))
        try await family.parent.login(family.fixture)
        try await family.parent.expectSuccess(ChildUnlock.self, .init(childId: family.child))
        #expect(await family.device.refusal(ofPIN: Family.pin) == nil)
    }

    @Test(.requirement("D4")) func `after a restore an open invite and a device without a PIN wait for a parent too`()
        async throws
    {
        let family = try await Family()
        try await family.bind()
        let code = try await family.invite().code
        try await family.fixture.restoreOlderCopy()
        try await family.fixture.client().expectRefused(.inviteInvalid, InviteVerify.self, .init(code: code))
        #expect(try await family.state() == .childAccessLocked)
        try await family.parent.login(family.fixture)
        try await family.parent.expectSuccess(ChildUnlock.self, .init(childId: family.child))
        #expect(try await family.state() == .childPINSetup)
        #expect(try await family.view().state == .childPINSetup)
        let challenge = try await family.device.call(ChildChallenge.self, Nothing())
        try await family.device.setPIN(challenge)
    }
}

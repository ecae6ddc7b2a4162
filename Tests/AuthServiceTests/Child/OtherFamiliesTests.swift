import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import Support
import Testing

/// Every method of a parent about one child, called with the child of another family and with an account that is none.
@Suite struct `Other families` {
    /// A parent's methods about one child.
    private static func calls(
        about child: AccountID
    ) -> [(name: String, refusal: (AuthTestClient) async throws -> String?)] {
        [
            (ChildInvite.name, { try await $0.refusal(ChildInvite.self, .init(childId: child))?.name }),
            (ChildWithdrawInvite.name, { try await $0.refusal(ChildWithdrawInvite.self, .init(childId: child))?.name }),
            (ChildUnlock.name, { try await $0.refusal(ChildUnlock.self, .init(childId: child))?.name }),
            (ChildResetAccess.name, { try await $0.refusal(ChildResetAccess.self, .init(childId: child))?.name }),
            (ChildRevoke.name, { try await $0.refusal(ChildRevoke.self, .init(childId: child))?.name }),
            (ChildRemove.name, { try await $0.refusal(ChildRemove.self, .init(childId: child))?.name }),
            (ChildEndSessions.name, { try await $0.refusal(ChildEndSessions.self, .init(childId: child))?.name }),
            (
                ChildAdmitParent.name,
                { try await $0.refusal(ChildAdmitParent.self, .init(childId: child, digits: "00"))?.name }
            ),
            (ChildInviteParent.name, { try await $0.refusal(ChildInviteParent.self, .init(childId: child))?.name }),
        ]
    }

    @Test(.requirement("C6"))
    func `every method about a child of others is refused like one about nobody, and changes nothing`()
        async throws
    {
        let family = try await Family(), other = try await Family(in: family.fixture, phone: "+33612345678")
        try await family.join()
        try await other.parent.refresh()
        func contents() async throws -> Set<StoredRow> {
            Set(
                try await family.fixture.database.rows().filter {
                    $0.table != "proof_seen" && $0.table != "idempotency"
                })
        }
        let before = try await contents()
        let own = try #require(other.parent.session).account
        for child in [family.child, AccountID(bits: 7), own] {
            for (name, refusal) in Self.calls(about: child) {
                #expect(try await refusal(other.parent) == "childUnknown", "\(name)")
            }
        }
        #expect(try await contents() == before)
        try await family.device.expectSuccess(SessionStatus.self, Nothing())
    }

    @Test(.requirement("C6")) func `a parent who has left, a member, a child and an operator decide about no child`()
        async throws
    {
        let family = try await Family()
        let former = try await family.addParent()
        _ = try await former.call(ChildRemove.self, .init(childId: family.child))
        for (name, refusal) in Self.calls(about: family.child) {
            #expect(try await refusal(former) == "childUnknown", "\(name)")
        }
        try await family.join()
        let member = family.fixture.client(), supervisor = family.fixture.client()
        try await member.register(family.fixture, "+33612345679")
        try await supervisor.becomeOperator(family.fixture, of: ["home"])
        for client in [member, supervisor] {
            for (name, refusal) in Self.calls(about: family.child) {
                #expect(try await refusal(client) == "scopeMissing", "\(name)")
            }
        }
        try await family.device.enterPIN()
        for (name, refusal) in Self.calls(about: family.child) {
            #expect(try await refusal(family.device) == "scopeMissing", "\(name)")
        }
    }

    @Test func `a child's device cannot use the challenge, the ticket or the PIN of another child`() async throws {
        let family = try await Family(), other = try await Family(in: family.fixture, phone: "+33612345678")
        try await family.join()
        try await other.parent.refresh()
        try await other.join()
        let foreign = try await family.device.proving()
        _ = try await other.device.call(ChildChallenge.self, Nothing())
        try await other.device.expectRefused(.pinChallengeExpired, ChildVerifyPIN.self, foreign)
        #expect(try await family.view().attemptsLeft == 3)
        let challenge = try await other.device.call(ChildChallenge.self, Nothing())
        let mixed = ChildVerifyPIN.Params(
            challengeId: challenge.challengeId, proof: try family.device.sign(challenge, .login, Family.pin))
        try await other.device.expectRefused(.pinWrong, ChildVerifyPIN.self, mixed)
        try await other.device.expectRefused(
            .flowError, ChildSetPIN.self, other.device.making(challenge))
        try await family.fixture.client().expectRefused(.deviceNotBound, ChildChallenge.self, Nothing())
    }
}

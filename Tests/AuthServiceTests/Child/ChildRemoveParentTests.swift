import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.removeParent` {
    @Test func `plays its example: the person decides nothing any more, and the family and a decision say so`()
        async throws
    {
        let family = try await Family(), thief = try await family.addParent("+33612345678")
        try await family.join()
        let account = try #require(thief.session).account
        var params = ChildRemoveParent.example.params
        (params.childId, params.phone) = (family.child, "+33612345678")
        #expect(try await family.fixture.callAsAdministrator(ChildRemoveParent.self, params).parents == 1)
        try await thief.expectRefused(.childUnknown, ChildRevoke.self, .init(childId: family.child))
        for client in [family.parent, thief, family.device] {
            #expect(try await client.noticeKinds().first == .parentRemoved)
        }
        try await family.device.expectSuccess(SessionStatus.self, Nothing())
        let recorded = try await family.fixture.store.decisions(about: family.child, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .parentRemoved, by: .administrator, from: "parent: \(account)", to: nil,
                    reason: "custody was withdrawn")
            ])
        #expect(try await family.fixture.count("audit", where: "kind = 'decision' AND detail = 'parentRemoved'") == 1)
    }

    @Test func `the invites of the person end, and the child follows the approval of the others`() async throws {
        let family = try await Family(), other = try await family.addParent("+33612345678")
        let code = try await other.call(ChildInvite.self, .init(childId: family.child)).code
        try await family.fixture.decide(#require(family.parent.session).account, .disapprovedForSyncing)
        _ = try await family.fixture.callAsAdministrator(
            ChildRemoveParent.self, .init(childId: family.child, phone: "+33612345678"))
        try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: code))
        #expect(try await family.view().approval == .waitingForApproval)
        #expect(try await family.fixture.events(of: family.child).last?.approval == .waitingForApproval)
    }

    @Test func `an only parent is not removed, until there is another one or the child is deleted`() async throws {
        let family = try await Family()
        let only = ParentOfChild(childId: family.child, phone: AuthTestClient.phone)
        try await refused(.lastParent, family, only)
        #expect(try await family.view().parents == 1)
        _ = try await family.addParent("+33612345678")
        #expect(try await family.fixture.callAsAdministrator(ChildRemoveParent.self, only).parents == 1)
        try await refused(.lastParent, family, .init(childId: family.child, phone: "+33612345678"))
        _ = try await family.fixture.callAsAdministrator(UserDelete.self, .init(accountId: family.child))
        try await refused(.childUnknown, family, .init(childId: family.child, phone: "+33612345678"))
    }

    @Test func `a person who is no parent of the child, and one who is unknown, are refused`() async throws {
        let family = try await Family(), other = try await Family(in: family.fixture, phone: "+33612345678")
        try await refused(.notParent, family, .init(childId: family.child, phone: "+33612345678"))
        try await refused(.userUnknown, family, .init(childId: family.child, phone: "+33612345699"))
        try await refused(.childUnknown, family, .init(childId: AccountID(bits: 7), phone: "+33612345678"))
        #expect(try await other.view().parents == 1)
    }

    private func refused(_ kind: FaultKind, _ family: Family, _ params: ParentOfChild) async throws {
        let fault = await #expect(throws: RemoteFault.self) {
            _ = try await family.fixture.callAsAdministrator(ChildRemoveParent.self, params)
        }
        #expect(fault?.name == kind.name)
    }
}

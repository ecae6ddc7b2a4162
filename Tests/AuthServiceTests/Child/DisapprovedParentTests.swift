import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

/// A disapproval is lifted by an operator alone, and not by a second account that a disapproved parent invites.
@Suite struct `The child of a disapproved parent` {
    /// The account of a friend in a group that approves by itself, and a code that makes the friend a parent of the child.
    private static func friend(of family: Family) async throws -> (client: AuthTestClient, code: InviteCode) {
        let friend = family.fixture.client("friend")
        try await friend.register(family.fixture, "+33612345678", group: "home")
        try await family.parent.refresh()
        return (friend, try await family.inviteParent().code)
    }

    @Test(
        .requirement("A1"),
        arguments: [
            (nil, false), (ApprovalStatus.approvedForSyncing, true), (.waitingForApproval, false),
            (.disapprovedForSyncing, false),
        ])
    func `gets another parent whom an operator has approved, and nobody else`(
        decided: ApprovalStatus?, becomesParent: Bool
    ) async throws {
        let family = try await Family()
        let (friend, code) = try await Self.friend(of: family)
        try await family.fixture.decide(#require(family.parent.session).account, .disapprovedForSyncing)
        if let decided { try await family.fixture.decide(#require(friend.session).account, decided) }
        let fault = try await friend.refusal(ChildAcceptParent.self, .init(code: code))?.name
        #expect(fault == (becomesParent ? nil : "operatorApprovalRequired"))
        let view = try await family.view()
        #expect(view.parents == (becomesParent ? 2 : 1))
        #expect(view.approval == (becomesParent ? .approvedForSyncing : .waitingForApproval))
    }

    @Test func `gets another parent by the refused code after an operator has decided, also if the parent leaves`()
        async throws
    {
        let family = try await Family()
        let (friend, code) = try await Self.friend(of: family)
        try await family.fixture.decide(#require(family.parent.session).account, .disapprovedForSyncing)
        try await friend.expectRefused(.operatorApprovalRequired, ChildAcceptParent.self, .init(code: code))
        try await family.fixture.decide(#require(friend.session).account, .approvedForSyncing)
        _ = try await friend.call(ChildAcceptParent.self, .init(code: code))
        #expect(try await family.parent.call(ChildRemove.self, .init(childId: family.child)).isDeleted == false)
        #expect(try await family.view(friend).approval == .approvedForSyncing)
    }

    @Test func `gets another parent without a decision once the disapproval is lifted`() async throws {
        let family = try await Family()
        let (friend, code) = try await Self.friend(of: family)
        let parent = try #require(family.parent.session).account
        try await family.fixture.decide(parent, .disapprovedForSyncing)
        try await family.fixture.decide(parent, .approvedForSyncing)
        _ = try await friend.call(ChildAcceptParent.self, .init(code: code))
        #expect(try await family.view(friend).parents == 2)
    }

    @Test func `of two parents is explained to operators by what its parents are`() async throws {
        let family = try await Family()
        let other = try await family.addParent()
        try await family.join()
        func because() async throws -> [String] {
            try await family.fixture.callAsAdministrator(ApprovalExplain.self, .init(accountId: family.child)).because
        }
        try await family.fixture.decide(#require(family.parent.session).account, .disapprovedForSyncing)
        #expect(try await because() == ["Approved, and logged in on a device that was let in."])
        try await family.fixture.decide(#require(other.session).account, .waitingForApproval)
        #expect(
            try await because() == [
                "No parent of the child is approved: 1 waits for a decision, and 1 was disapproved."
            ])
    }
}

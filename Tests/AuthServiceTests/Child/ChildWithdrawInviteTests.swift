import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.withdrawInvite` {
    @Test func `plays its example: the list shows no invite any more, and a repeated request is answered`() async throws
    {
        let family = try await Family()
        _ = try await family.invite()
        let once = OneChild(childId: family.child, requestId: family.fixture.random.id())
        for _ in 0..<2 { try await family.parent.expectSuccess(ChildWithdrawInvite.self, once) }
        #expect(try await family.view().inviteKind == nil)
    }
}

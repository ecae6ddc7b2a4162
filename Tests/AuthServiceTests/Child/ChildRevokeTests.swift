import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.revoke` {
    @Test func `plays its example: a repeated request does not revoke a later binding`() async throws {
        let family = try await Family()
        try await family.join()
        let once = OneChild(childId: family.child, requestId: family.fixture.random.id())
        try await family.parent.expectSuccess(ChildRevoke.self, once)
        try await family.join()
        try await family.parent.expectSuccess(ChildRevoke.self, once)
        #expect(try await family.state() == .authChild)
    }
}

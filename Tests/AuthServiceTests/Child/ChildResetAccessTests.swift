import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.resetAccess` {
    @Test func `plays its example: a repeated request gets the same code`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.lock()
        let once = InviteParams(
            childId: family.child, confirmation: try family.confirmation(), requestId: family.fixture.random.id())
        let first = try await family.parent.call(ChildResetAccess.self, once)
        #expect(try await family.parent.call(ChildResetAccess.self, once) == first)
        try await family.device.join(first.code)
    }
}

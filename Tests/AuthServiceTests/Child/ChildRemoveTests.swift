import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.remove` {
    @Test func `plays its example: a child with another parent is left to them without a confirmation`() async throws {
        let family = try await Family()
        let other = try await family.addParent()
        #expect(
            try await family.parent.call(ChildRemove.self, .init(childId: family.child)) == ChildRemove.example.answer)
        #expect(try await family.view(other).parents == 1)
    }
}

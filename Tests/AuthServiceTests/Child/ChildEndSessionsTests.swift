import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.endSessions` {
    @Test func `plays its example, and without a session it changes nothing`() async throws {
        let family = try await Family()
        try await family.parent.expectSuccess(ChildEndSessions.self, .init(childId: family.child))
        try await family.join()
        try await family.parent.expectSuccess(ChildEndSessions.self, .init(childId: family.child))
        #expect(try await family.state() == .childPINLogin)
        try await family.parent.expectSuccess(ChildEndSessions.self, .init(childId: family.child))
        #expect(try await family.state() == .childPINLogin)
    }
}

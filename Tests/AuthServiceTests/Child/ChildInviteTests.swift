import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.invite` {
    @Test func `plays its example: a short code of ten minutes that binds a device`() async throws {
        let family = try await Family()
        let invite = try await family.invite()
        #expect(!invite.code.isLong)
        #expect(invite.expiresAtMs == family.fixture.clock.now + .minutes(10))
        try await family.device.join(invite.code)
    }
}

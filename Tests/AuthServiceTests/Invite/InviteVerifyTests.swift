import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `invite.verify` {
    @Test func `plays its example: the ticket is for five minutes, and the answer names the child`() async throws {
        let family = try await Family()
        let answer = try await family.device.call(InviteVerify.self, .init(code: family.invite().code))
        #expect(answer.name == "Mia")
        #expect(answer.expiresAtMs == family.fixture.clock.now + .minutes(5))
    }
}

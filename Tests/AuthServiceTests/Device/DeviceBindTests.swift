import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `device.bind` {
    @Test func `plays its example: the answer has what the device makes its PIN from`() async throws {
        let family = try await Family()
        let bound = try await family.bind()
        #expect(bound.childId == family.child)
        #expect(bound.state == .childPINSetup)
        #expect(bound.pin.generation == 1)
        #expect(bound.issuer == "https://auth.test")
        #expect(bound.expiresAtMs == family.fixture.clock.now + .minutes(5))
    }
}

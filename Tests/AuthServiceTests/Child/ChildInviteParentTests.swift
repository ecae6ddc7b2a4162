import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.inviteParent` {
    @Test func `plays its example, and leaves the invite for the device as it is`() async throws {
        let family = try await Family()
        let forDevice = try await family.invite().code
        let forParent = try await family.inviteParent(.link)
        #expect(forParent.link == "https://auth.test/join#\(forParent.code.reveal)")
        try await family.device.join(forDevice)
    }
}

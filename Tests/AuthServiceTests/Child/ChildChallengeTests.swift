import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.challenge` {
    @Test func `plays its example: a new challenge replaces the former one`() async throws {
        let family = try await Family()
        try await family.join()
        let former = try await family.device.proving()
        let present = try await family.device.proving()
        try await family.device.expectRefused(.pinChallengeExpired, ChildVerifyPIN.self, former)
        try await family.device.expectSuccess(ChildVerifyPIN.self, present)
    }
}

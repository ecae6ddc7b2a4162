import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.forgotPIN` {
    @Test func `plays its example: a repeated request is answered, and the PIN is refused`() async throws {
        let family = try await Family()
        try await family.join()
        _ = try await family.device.call(ChildChallenge.self, Nothing())
        let once = ChildForgotPIN.Params(requestId: family.fixture.random.id())
        for _ in 0..<2 {
            #expect(try await family.device.call(ChildForgotPIN.self, once).state == .parentVerificationRequired)
        }
        #expect(await family.device.refusal(ofPIN: Family.pin) == "parentVerificationRequired")
        #expect(try await family.fixture.count("notice", where: "kind = 'childPINForgotten'") == 2)
    }
}

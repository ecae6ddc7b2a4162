import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.state` {
    @Test func `plays its example: a bound device learns its child and the attempts that it has left`() async throws {
        let family = try await Family()
        try await family.join()
        #expect(await family.device.refusal(ofPIN: Family.wrongPIN) == "pinWrong")
        let answer = try await family.device.call(ChildState.self, Nothing())
        #expect(answer.state == .childPINLogin)
        #expect(answer.childId == family.child)
        #expect(answer.attemptsLeft == 2)
    }

    @Test func `a device key that was never bound learns nothing`() async throws {
        let family = try await Family()
        try await family.join()
        let stranger = try await family.fixture.client().call(ChildState.self, Nothing())
        #expect(stranger == ChildState.Answer(state: .unauthenticated))
    }
}

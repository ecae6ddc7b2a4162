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
        let answer = try await family.device.call(ChildState.self, .init(childId: family.child))
        #expect(answer.state == .childPINLogin)
        #expect(answer.childId == family.child)
        #expect(answer.attemptsLeft == 2)
    }

    @Test func `a device learns that its child was deleted if it names the child, and of no other account anything`()
        async throws
    {
        let family = try await Family()
        try await family.join()
        let other = try await Family(in: family.fixture, phone: "+33612345679")
        #expect(try await family.device.call(ChildState.self, .init(childId: family.child)).childId == family.child)
        let confirmation = try await family.parent.message(family.fixture, .deleteAccount)
        _ = try await family.parent.call(
            ChildRemove.self, .init(childId: family.child, confirmation: confirmation))
        try await family.device.expectRefused(.accountDeleted, ChildState.self, .init(childId: family.child))
        for named in [nil, other.child, family.fixture.random.id()] {
            let answer = try await family.device.call(ChildState.self, .init(childId: named))
            #expect(answer == ChildState.Answer(state: .unauthenticated))
        }
    }

    @Test func `a device key that was never bound learns nothing`() async throws {
        let family = try await Family()
        try await family.join()
        let stranger = try await family.fixture.client().call(ChildState.self, .init())
        #expect(stranger == ChildState.Answer(state: .unauthenticated))
    }
}

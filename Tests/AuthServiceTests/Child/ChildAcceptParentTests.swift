import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.acceptParent` {
    @Test func `plays its example: another person becomes a parent, once`() async throws {
        let family = try await Family()
        let other = family.fixture.client("other parent")
        try await other.register(family.fixture, "+33612345678", group: "home")
        try await family.parent.refresh()
        let code = try await family.inviteParent().code
        let answer = try await other.call(ChildAcceptParent.self, .init(code: code))
        #expect(answer.childId == family.child)
        #expect(answer.name == "Mia")
        try await other.expectRefused(.inviteInvalid, ChildAcceptParent.self, .init(code: code))
    }

    @Test func `the tenth wrong code in a row makes the device key wait`() async throws {
        let family = try await Family()
        let wrong = ChildAcceptParent.Params(code: try #require(InviteCode(wire: "AAAAAAAA")))
        for _ in 0..<10 { try await family.parent.expectRefused(.inviteInvalid, ChildAcceptParent.self, wrong) }
        try await family.parent.expectRefused(.inviteWait, ChildAcceptParent.self, wrong)
    }
}

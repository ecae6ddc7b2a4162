import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.add` {
    @Test func `plays its example: a child has an account of its own, and a repeated request adds one child`()
        async throws
    {
        let family = try await Family()
        var params = ChildAdd.example.params
        params.requestId = family.fixture.random.id()
        let first = try await family.parent.call(ChildAdd.self, params)
        #expect(try await family.parent.call(ChildAdd.self, params) == first)
        #expect(first.childId != family.child)
        #expect(try await family.parent.call(ChildList.self, Nothing()).children.map(\.name) == ["Mia", "Mia"])
        params.name = try #require(DeviceName(rawValue: "Ida"))
        try await family.parent.expectRefused(.requestIdReused, ChildAdd.self, params)
    }

    @Test func `the child of a parent who waits for approval waits too`() async throws {
        let family = try await Family()
        try await family.fixture.decide(#require(family.parent.session).account, .waitingForApproval)
        _ = try await family.parent.call(ChildAdd.self, ChildAdd.example.params)
        let children = try await family.parent.call(ChildList.self, Nothing()).children
        #expect(children.map(\.approval) == [.waitingForApproval, .waitingForApproval])
    }
}

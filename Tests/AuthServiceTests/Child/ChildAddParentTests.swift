import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.addParent` {
    @Test func `plays its example: the person is a parent, and the family and a decision say so`() async throws {
        let family = try await Family(), other = family.fixture.client("other parent")
        try await other.register(family.fixture, "+33612345678", group: "home")
        let account = try #require(other.session).account
        var params = ChildAddParent.example.params
        (params.childId, params.phone) = (family.child, "+33612345678")
        for _ in 0..<2 {
            #expect(try await family.fixture.callAsAdministrator(ChildAddParent.self, params).parents == 2)
        }
        #expect(try await family.view(other).parents == 2)
        try await family.parent.refresh()
        for client in [family.parent, other] { #expect(try await client.noticeKinds().first == .parentAdded) }
        #expect(try await family.fixture.count("notice", where: "kind = 'parentAdded'") == 3)
        let recorded = try await family.fixture.store.decisions(about: family.child, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .parentAdded, by: .administrator, from: nil, to: "parent: \(account)",
                    reason: "the father, known to the school")
            ])
        #expect(try await family.fixture.count("audit", where: "kind = 'decision' AND detail = 'parentAdded'") == 1)
    }

    @Test func `a child follows the approval of the new parent`() async throws {
        let family = try await Family(), other = family.fixture.client("other parent")
        try await other.register(family.fixture, "+33612345678", group: "home")
        try await family.join()
        try await family.fixture.decide(#require(family.parent.session).account, .disapprovedForSyncing)
        _ = try await family.fixture.callAsAdministrator(
            ChildAddParent.self, .init(childId: family.child, phone: "+33612345678"))
        #expect(try await family.view(other).approval == .approvedForSyncing)
        #expect(try await family.fixture.events(of: family.child).last?.approval == .approvedForSyncing)
    }

    @Test func `a member, a child, an unknown person, an unknown child and a fifth parent are refused`() async throws {
        let family = try await Family(), member = family.fixture.client()
        try await member.register(family.fixture, "+33612345670")
        try await refused(.notParent, family, .init(childId: family.child, phone: "+33612345670"))
        try await refused(.notParent, family, .init(childId: family.child, accountId: family.child))
        try await refused(.userUnknown, family, .init(childId: family.child, phone: "+33612345699"))
        try await refused(.childUnknown, family, .init(childId: AccountID(bits: 7), phone: "+33612345670"))
        for number in 1...3 { _ = try await family.addParent("+3361234567\(number)") }
        let fifth = family.fixture.client()
        try await fifth.register(family.fixture, "+33612345675", group: "home")
        try await refused(.tooManyChildren, family, .init(childId: family.child, phone: "+33612345675"))
        try await family.parent.refresh()
        #expect(try await family.view().parents == 4)
    }

    @Test func `a parent with twenty children is refused, and one with nineteen is not`() async throws {
        let family = try await Family(), full = family.fixture.client()
        try await full.register(family.fixture, "+33612345678", group: "home")
        for number in 1...19 {
            _ = try await full.call(ChildAdd.self, .init(name: try #require(DeviceName(rawValue: "Child \(number)"))))
        }
        let params = ParentOfChild(childId: family.child, phone: "+33612345678")
        _ = try await family.fixture.callAsAdministrator(ChildAddParent.self, params)
        let sister = try await family.parent.call(ChildAdd.self, ChildAdd.example.params).childId
        try await refused(.tooManyChildren, family, .init(childId: sister, phone: "+33612345678"))
    }

    private func refused(_ kind: FaultKind, _ family: Family, _ params: ParentOfChild) async throws {
        let fault = await #expect(throws: RemoteFault.self) {
            _ = try await family.fixture.callAsAdministrator(ChildAddParent.self, params)
        }
        #expect(fault?.name == kind.name)
    }
}

import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `child.find` {
    @Test(.requirement("D4"))
    func `plays its example: a child whose parent was deleted since the copy is found, and gets another parent`()
        async throws
    {
        let family = try await Family(), fixture = family.fixture
        try await family.join()
        #expect(try await find(fixture, .init(withoutParent: true)).isEmpty)
        // The copy has one parent, whose deletion is replayed. The parent had left the child to another one before.
        try await fixture.restoreOlderCopy()
        let parent = try #require(family.parent.session).account
        _ = try await fixture.store.deleteAgain(
            parent, recording: fixture.auth.deletionRecord(of: parent), purge: fixture.auth.purgeEntry(for: parent),
            at: fixture.clock.now)
        let found = try await find(fixture, ChildFind.example.params)
        #expect(found == [FoundChild(childId: family.child, name: "Mia", parents: 0)])
        #expect(
            try await fixture.callAsAdministrator(ChildShow.self, .init(childId: family.child)).parents.isEmpty)

        let other = fixture.client("other parent")
        try await other.register(fixture, "+33612345678", group: "home")
        let params = ParentOfChild(childId: family.child, phone: "+33612345678")
        #expect(try await fixture.callAsAdministrator(ChildAddParent.self, params).parents == 1)
        #expect(try await find(fixture, .init(withoutParent: true)).isEmpty)
        #expect(await family.device.refusal(ofPIN: Family.pin) == "locked")
        try await other.expectSuccess(ChildUnlock.self, .init(childId: family.child))
        #expect(await family.device.refusal(ofPIN: Family.pin) == nil)
    }

    @Test func `the children of a parent are found by number and by account`() async throws {
        let family = try await Family()
        let expected = [FoundChild(childId: family.child, name: "Mia", parents: 1)]
        #expect(try await find(family.fixture, .init(phone: AuthTestClient.phone)) == expected)
        #expect(
            try await find(family.fixture, .init(accountId: #require(family.parent.session).account)) == expected)
        #expect(try await find(family.fixture, .init(accountId: family.child)).isEmpty)
    }

    @Test(.requirement("D4"))
    func `after a restore the children whose devices are locked are found, until a parent unlocks the device`()
        async throws
    {
        let family = try await Family(), fixture = family.fixture
        try await family.join()
        let unbound = try await Family(in: fixture, phone: "+33612345677")
        let expected = FoundChild(childId: family.child, name: "Mia", parents: 1)
        #expect(try await find(fixture, .init(lockedByRestore: true)).isEmpty)
        try await fixture.restoreOlderCopy()
        #expect(try await find(fixture, .init(lockedByRestore: true)) == [expected])
        #expect(try await VoidedByRestore.count(on: fixture.database).childDevices == 1)
        try await family.parent.login(fixture)
        try await family.parent.expectSuccess(ChildUnlock.self, .init(childId: family.child))
        #expect(try await find(fixture, .init(lockedByRestore: true)).isEmpty)
        #expect(try await find(fixture, .init(accountId: #require(unbound.parent.session).account)).count == 1)
    }

    @Test func `an unknown person, nobody, and a person beside the flag are refused`() async throws {
        let family = try await Family()
        for (params, fault) in [
            (ChildFind.Params(phone: "+33612345699"), FaultKind.userUnknown), (.init(), .invalidParams),
            (.init(withoutParent: false), .invalidParams),
            (.init(phone: AuthTestClient.phone, withoutParent: true), .invalidParams),
            (.init(phone: AuthTestClient.phone, lockedByRestore: true), .invalidParams),
            (.init(withoutParent: true, lockedByRestore: true), .invalidParams),
            (.init(lockedByRestore: false), .invalidParams),
        ] {
            let refused = await #expect(throws: RemoteFault.self) { _ = try await find(family.fixture, params) }
            #expect(refused?.name == fault.name)
        }
    }

    private func find(_ fixture: AuthServiceFixture, _ params: ChildFind.Params) async throws -> [FoundChild] {
        try await fixture.callAsAdministrator(ChildFind.self, params).children
    }
}

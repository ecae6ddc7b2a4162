import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService
@testable import AuthStore

/// Parents whose number has gone to another account, and whose own devices nobody uses any more.
@Suite struct `Abandoned accounts of parents` {
    /// A bound child of a parent without a number, whose devices were last used 100 days before the child's device was.
    private static func abandoned(_ family: Family) async throws -> (parent: AccountID, childLastUse: Instant) {
        try await family.join()
        let parent = try #require(family.parent.session).account, child = family.child
        let childLastUse = family.fixture.clock.now + .days(100)
        _ = try await family.fixture.database.write {
            try $0.batch([
                AccountTable.removeNumber(of: parent), AccountNumberTable.delete(of: parent),
                Statement(
                    "UPDATE device SET last_used = $2 WHERE account = $1", .identifier(child), .instant(childLastUse)),
            ])
        }
        return (parent, childLastUse)
    }

    @Test(.requirement("D1"), arguments: [(Duration.zero, true), (.milliseconds(1), false)])
    func `the device of an only parent's child keeps both for 90 days, and not a millisecond longer`(
        late: Duration, areKept: Bool
    ) async throws {
        let family = try await Family(), (parent, childLastUse) = try await Self.abandoned(family)
        try await family.fixture.auth.deleteAbandonedAccounts(at: childLastUse + .days(90) + late)
        let left = try await (
            parent: family.fixture.store.account(parent), child: family.fixture.store.account(family.child)
        )
        #expect(left.parent?.id == (areKept ? parent : nil))
        #expect(left.child?.id == (areKept ? family.child : nil))
        #expect(try await family.fixture.count("child") == (areKept ? 1 : 0))
    }

    @Test func `the device of a child that has another parent keeps nobody, and the child stays with the other one`()
        async throws
    {
        let family = try await Family(), other = try await family.addParent()
        let (parent, childLastUse) = try await Self.abandoned(family)
        try await family.fixture.auth.deleteAbandonedAccounts(at: childLastUse)
        #expect(try await family.fixture.store.account(parent) == nil)
        #expect(try await family.fixture.store.account(family.child) != nil)
        #expect(try await family.view(other).parents == 1)
    }

    @Test func `a child's device that was used after its parent was found abandoned keeps both`() async throws {
        let family = try await Family(), (parent, childLastUse) = try await Self.abandoned(family)
        let auth = family.fixture.auth, store = family.fixture.store, child = family.child
        let late = childLastUse + .days(90) + .milliseconds(1)
        #expect(try await store.abandonedAccounts(limit: 100, at: late) == [parent])
        _ = try await family.fixture.database.write {
            try $0.run(
                Statement("UPDATE device SET last_used = $2 WHERE account = $1", .identifier(child), .instant(late)))
        }
        let outcome = try await store.commitDeletion(
            Registration.next(.registered, on: .delete), deleting: parent, in: .registered,
            by: AccountDeletion(record: auth.deletionRecord(of: parent), purge: auth.purgeEntry(for: parent)),
            confirmedBy: .decision(by: .administrator, reason: nil), ifAbandonedAt: late,
            withChildren: [
                child: AccountDeletion(record: auth.deletionRecord(of: child), purge: auth.purgeEntry(for: child))
            ], at: late)
        #expect(outcome == .stateChanged)
        #expect(try await store.account(child) != nil)
    }
}

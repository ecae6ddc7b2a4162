import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

/// What has ended a binding, in rows of earlier versions.
@Suite struct BindingEndTests {
    /// Inserts a binding as an earlier version stored it.
    private static func insert(
        _ thumbprint: String, of child: AccountID, _ state: ChildAccess.State, bound: Instant, ended: Instant?,
        in transaction: any Transaction
    ) throws {
        try transaction.run(
            Statement(
                """
                INSERT INTO child_binding (id, child, device, thumbprint, state, invite, bound, ended_at, begun_in)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)
                """, .identifier(BindingID(bits: UInt128(thumbprint.utf8.first ?? 0))), .identifier(child),
                .identifier(DeviceID(bits: 1)), .text(thumbprint), .enumValue(state), .identifier(InviteID(bits: 1)),
                .instant(bound), ended.map { .instant($0) } ?? .null))
    }

    @Test(.requirement("C8"), arguments: [false, true])
    func `a binding that another one has replaced is no revoked one, whether it was migrated or ended later`(
        isMigrated: Bool
    ) async throws {
        let fixture = try await AuthStoreFixture(), now = fixture.now, later = now + .hours(1)
        let mia = AccountID(bits: 1), ben = AccountID(bits: 2)
        let read = try await fixture.database.write { transaction in
            try Self.insert("a replaced", of: mia, .childAccessRevoked, bound: now, ended: later, in: transaction)
            try Self.insert(
                "b revoked", of: mia, .childAccessRevoked, bound: later, ended: later + .hours(1), in: transaction)
            try Self.insert("c reset", of: ben, .childInviteVerify, bound: now, ended: later, in: transaction)
            try Self.insert("d holds", of: ben, .authChild, bound: later, ended: nil, in: transaction)
            for statement in isMigrated ? BindingEnds.migration.statements.dropFirst() : [] {
                try transaction.run(Statement(statement))
            }
            return try ["a replaced", "b revoked", "c reset", "d holds"].map {
                try ChildBindingTable.read(thumbprint: $0, in: transaction)
            }
        }
        #expect(read.map { $0?.endedBy } == [.deviceReplaced, .accessRevoked, .accessReset, nil])
        #expect(read.prefix(3).map { $0?.state } == [.childInviteVerify, .childAccessRevoked, .childInviteVerify])
    }
}

import Audit
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

@Suite struct `What a transaction records in the audit log` {
    private struct Refused: Error {}

    @Test(.requirement("L2"))
    func `is written with its effect, and not without it`() async throws {
        let fixture = try await AuthStoreFixture(), (account, session) = try await fixture.register()
        let before = try await fixture.count("audit")
        #expect(
            try await fixture.store.revoke(
                session.id, of: account.id, from: session.id, idempotencyKey: nil, at: fixture.now)
                == .done)
        #expect(try await fixture.count("audit") == before + 1)
        let end: @Sendable (any Transaction) throws -> Void = { [now = fixture.now] transaction in
            try RevocationEventTable.append(.init(tokenSecretVersion: 9), of: account.id, at: now, in: transaction)
        }
        await #expect(throws: Refused.self) {
            try await fixture.store.change { transaction in
                try end(transaction)
                throw Refused()
            }
        }
        try await fixture.store.change { transaction in
            try end(transaction)
            throw Rollback(())
        }
        #expect(try await fixture.count("audit") == before + 1)
        #expect(try await fixture.count("revocation_event", where: "tsv = 9") == 0)
    }

    @Test(.requirement("L5"))
    func `keeps its effect from being committed if it cannot be written, and reads go on`() async throws {
        let fixture = try await AuthStoreFixture(), (account, session) = try await fixture.register()
        _ = try await fixture.database.write { try $0.run(Statement("ALTER TABLE audit RENAME TO mislaid")) }
        await #expect(throws: SQLFault.self) {
            try await fixture.store.revoke(
                session.id, of: account.id, from: session.id, idempotencyKey: nil, at: fixture.now)
        }
        #expect(try await fixture.snapshot(session).session?.ended == nil)
        #expect(try await fixture.store.account(account.id) != nil)
    }

    @Test func `names the party that the store works for`() async throws {
        let fixture = try await AuthStoreFixture(), (account, session) = try await fixture.register()
        let person = AuditActor.person(account.id, device: session.device, session: session.id)
        let actors: [(AuditActor, String, AccountID?)] = [
            (.administrator, "administrator", nil), (.peer, "peer", nil), (.device, "device", nil),
            (.service, "service", nil), (person, "person", account.id),
        ]
        for (actor, _, _) in actors {
            _ = try await fixture.store.acting(for: actor).endSessions(of: account.id, reason: nil, at: fixture.now)
            fixture.clock.advance(by: .seconds(1))
        }
        let log = fixture.store.auditLog(with: fixture.authenticator)
        try await log.open()
        while try await log.chainRows(waiting: true) > 0 {}
        let rows = try await log.rows(AuditFilter(kind: .decision), limit: 9).compactMap(\.row)
        #expect(rows.reversed().map(\.actor) == actors.map(\.1))
        #expect(rows.reversed().map(\.actorAccount) == actors.map(\.2))
        #expect(rows.first?.actorSession == session.id && rows.first?.actorDevice == session.device)
        #expect(rows.allSatisfy { $0.account == account.id && $0.detail == "sessionsEnded" })
    }

    @Test(.requirement("L4"))
    func `holds no text of a client, no number and no code`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register()
        _ = try await fixture.store.endSessions(of: account.id, reason: "a reason", at: fixture.now)
        let words = Set(AuditDetail.allCases.map(\.rawValue) + DecisionKind.allCases.map(\.rawValue))
            .union(NoticeKind.allCases.map(\.rawValue)).union(SessionEnd.allCases.map(\.rawValue))
            .union(SessionLevel.allCases.map(\.rawValue)).union(ApprovalStatus.allCases.map(\.rawValue))
        let details = try await fixture.database.select(Statement("SELECT DISTINCT detail FROM audit"))
            .map { try $0.text(0) }
        #expect(details.count > 3 && words.isSuperset(of: details), "\(details)")
    }
}

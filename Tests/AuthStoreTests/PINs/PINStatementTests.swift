import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

/// The conditions in statements about PINs that hold whatever the code around them has checked.
@Suite struct `Statements about PINs` {
    @Test(.requirement("P3")) func `an attempt at a locked PIN is not counted, also of an account that is not blocked`()
        async throws
    {
        let fixture = try await AuthStoreFixture(), account = try await fixture.registerWithPIN().account
        let challenge = try await fixture.pinChallenge(.unlock, of: account.id)
        _ = try await fixture.database.write { try $0.run(Statement("UPDATE pin SET locked_at = 1")) }
        #expect(try await fixture.pinAttempt(challenge) == .blocked)
        #expect(try await fixture.count("pin", where: "attempts = 0 AND failures = 0") == 1)
    }

    @Test(arguments: [(0, 0), (1, 72), (71, 72), (72, 72), (73, 73)] as [(Int64, Int64)])
    func `a hold delays a PIN that would count before it ends, and hastens none`(counts: Int64, later: Int64)
        async throws
    {
        let fixture = try await AuthStoreFixture(), account = try await fixture.registerWithPIN().account
        let now = fixture.now
        try await fixture.database.write { transaction in
            try transaction.run(Statement("UPDATE pin SET counts_from = $1", .instant(now + .hours(counts))))
            try transaction.run(PINTable.postponeNew(of: account.id, until: now + .hours(72), at: now))
        }
        #expect(try await fixture.count("pin", where: "counts_from = \((now + .hours(later)).ms)") == 1)
    }

    @Test func `the requests of blocked people keep nobody else's from taking effect`() async throws {
        let fixture = try await AuthStoreFixture()
        let (blocked, _) = try await fixture.registerWithPIN()
        let (other, session) = try await fixture.register(AuthStoreFixture.otherPhone, on: "other", group: "home")
        let now = fixture.now
        try await fixture.database.write { transaction in
            for (account, due) in [(blocked, now - .seconds(2)), (other, now - .seconds(1))] {
                try transaction.batch(
                    PendingPINTable.store(
                        fixture.newPIN(2), replacing: 1, by: session.device, due: due, approvalVersion: nil,
                        of: account.id, at: now))
            }
            try transaction.run(
                Statement("UPDATE account SET state = 'BLOCKED' WHERE id = $1", .identifier(blocked.id)))
        }
        let due = try await fixture.database.select(PendingPINTable.accountsDue(limit: 1, at: now))
        #expect(try due.map { try $0.identifier(0) } == [other.id])
    }
}

import Domain
import Primitives
import SQL
import Support

@testable import AuthStore

extension RetentionRule {
    static let families = [
        RetentionRule("an invite is kept for a day after it has expired", "family_invite", kept: .days(1)) { fixture in
            try await fixture.inviteChild()
            return RetainedRows(
                since: fixture.now + FamilyInviteRecord.lifetime, effectLasts: RetainedRows.untilJustBefore
            ) { fixture in
                let now = fixture.now
                return try await fixture.database.read {
                    try FamilyInviteTable.find([[1]], for: .device, at: now, in: $0) != nil
                }
            }
        },
        RetentionRule("a ticket is kept for a day after it has expired", "invite_ticket", kept: .days(1)) { fixture in
            try await fixture.inviteChild()
            try await fixture.giveTicket()
            return RetainedRows(
                since: fixture.now + NewBinding.ticketLifetime, effectLasts: RetainedRows.untilJustBefore
            ) { fixture in
                let now = fixture.now
                return try await fixture.database.read {
                    try FamilyInviteTable.ticket([[2]], thumbprint: "tablet", at: now, in: $0) != nil
                }
            }
        },
        RetentionRule(
            "attempts at invite codes in a row count for 30 days after the last", "invite_streak", kept: .days(30)
        ) { fixture in
            let attempt: @Sendable (AuthStoreFixture) async throws -> InviteAttempt.Outcome = {
                try await $0.store.countInviteAttempt(
                    for: .device, isLong: true, thumbprint: "tablet", from: [],
                    limits: CodeLimits(perChallenge: 50, inARow: 3), shardSeed: 0, at: $0.now)
            }
            _ = try await attempt(fixture)
            _ = try await attempt(fixture)
            return RetainedRows(since: fixture.now, effectLasts: .days(30)) {
                _ = try await attempt($0)
                if case .wait = try await attempt($0) { return true }
                return false
            }
        },
        RetentionRule(
            "why a child has no access any more is known for 395 days", "child_binding", kept: .days(395)
        ) { fixture in
            let (child, parent, session) = try await fixture.inviteChild()
            try await fixture.giveTicket()
            _ = try await fixture.bindTablet()
            _ = try await fixture.store.revokeChild(
                child, by: parent, in: session, idempotencyKey: nil, at: fixture.now)
            return RetainedRows(since: fixture.now, effectLasts: .days(395)) {
                try await $0.store.binding(thumbprint: "tablet")?.binding.state == .childAccessRevoked
            }
        },
    ]
}

extension AuthStoreFixture {
    /// Registers a parent, adds a child, and makes an invite whose code has the hash 1.
    @discardableResult
    func inviteChild() async throws -> (child: AccountID, parent: AccountID, session: SessionID) {
        let (parent, session) = try await register(group: "home"), child: AccountID = random.id()
        _ = try await store.addChild(
            child, named: "Mia", by: parent.id, in: session.id, idempotencyKey: nil, response: [], at: now)
        _ = try await store.invite(
            NewInvite(id: random.id(), purpose: .device, kind: .code, hash: [1]), to: child, by: parent.id,
            in: session.id, confirmedBy: .none, idempotencyKey: nil, response: [], at: now)
        return (child, parent.id, session.id)
    }

    /// Gives the tablet a ticket, whose hash is 2, for the invite of ``inviteChild()``.
    func giveTicket() async throws {
        let counted = try await store.countInviteAttempt(
            for: .device, isLong: true, thumbprint: "tablet", from: [], limits: CodeLimits(), shardSeed: 0, at: now)
        guard case .counted(let attempt) = counted else { throw SetupFailed() }
        _ = try await store.issueTicket([2], for: [[1]], counted: attempt, at: now)
    }

    /// Binds the tablet by the ticket of ``giveTicket()``.
    func bindTablet() async throws -> Repeatable<OpenedChildChallenge> {
        try await store.bind(
            NewSession.Device(thumbprint: "tablet", publicKey: "", name: "tablet"), showing: [[2]], as: random.id(),
            random.id(),
            opening: NewPINChallenge(
                id: random.id(), purpose: .login, thumbprint: "tablet", session: nil, newSalt: [1], hashKey: 1),
            idempotencyKey: nil, at: now)
    }
}

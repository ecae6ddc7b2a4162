import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

/// What each act of a family, and each decision of an operator, records in the audit log: the kind and the detail of each row.
@Suite struct `The audit log of families and operators` {
    struct Act: Sendable, CustomTestStringConvertible {
        let name: String
        let rows: [String]
        /// Brings about what the act needs, and returns the act.
        let prepare: @Sendable (Family) async throws -> @Sendable () async throws -> Void

        init(
            _ name: String, _ rows: [String],
            _ prepare: @escaping @Sendable (Family) async throws -> @Sendable () async throws -> Void
        ) {
            (self.name, self.rows, self.prepare) = (name, rows, prepare)
        }

        var testDescription: String { name }
    }

    static let acts: [Act] = invites + access + parents + operators

    private static let confirmed: [String] = ["attempt recoveryCode", "accepted recoveryCode"]

    private static let invites: [Act] = [
        Act("another child", ["account childAdded"]) { family in
            { _ = try await family.parent.call(ChildAdd.self, .init(name: #require(DeviceName(rawValue: "Ben")))) }
        },
        Act("an invite", ["credential inviteMade"]) { family in { _ = try await family.invite() } },
        Act("an invite that is withdrawn", ["credential inviteWithdrawn"]) { family in
            _ = try await family.invite()
            return { try await family.parent.expectSuccess(ChildWithdrawInvite.self, .init(childId: family.child)) }
        },
        Act("a wrong invite code", ["attempt inviteCode"]) { family in
            let code = try await family.invite().code
            try await family.parent.expectSuccess(ChildWithdrawInvite.self, .init(childId: family.child))
            return { try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: code)) }
        },
        Act("a bound device", ["attempt inviteCode", "accepted inviteCode", "device childDeviceBound"]) { family in
            let code = try await family.invite().code
            return { try await family.device.join(code) }
        },
        Act(
            "a device that takes the place of another",
            [
                "attempt inviteCode", "accepted inviteCode", "device childAccessRevoked", "sessionEnd loginRequired",
                "device childDeviceBound",
            ]
        ) { family in
            try await family.join()
            let code = try await family.invite().code, other = family.fixture.client("new tablet")
            return { try await other.join(code) }
        },
    ]

    /// A start of the child's app ends the session.
    private static let start: [String] = ["sessionEnd loginRequired"]

    private static let access: [Act] = [
        Act("the PIN of a child", ["credential pinMade", "session full"]) { family in
            let challenge = try await family.bind()
            return { try await family.device.setPIN(challenge) }
        },
        Act("a child's wrong PIN", start + ["attempt pin"]) { family in
            try await family.join()
            return { #expect(await family.device.refusal(ofPIN: Family.wrongPIN) == "pinWrong") }
        },
        Act(
            "wrong PINs that lock the access",
            start + ["attempt pin", "attempt pin", "attempt pin", "lock childAccessLocked"]
        ) { family in
            try await family.join()
            return { try await family.lock() }
        },
        Act("an unlocked access", ["lock childAccessUnlocked"]) { family in
            try await family.join()
            try await family.lock()
            return { try await family.parent.expectSuccess(ChildUnlock.self, .init(childId: family.child)) }
        },
        Act("a child's right PIN", start + ["attempt pin", "accepted pin", "session full"]) { family in
            try await family.join()
            return { try await family.device.enterPIN() }
        },
        Act("a forgotten PIN", ["credential childPINForgotten"]) { family in
            try await family.join()
            _ = try await family.device.call(ChildChallenge.self, Nothing())
            return { _ = try await family.device.call(ChildForgotPIN.self, .init()) }
        },
        Act("a child's session that a parent ends", ["sessionEnd loginRequired"]) { family in
            try await family.join()
            return { try await family.parent.expectSuccess(ChildEndSessions.self, .init(childId: family.child)) }
        },
        Act("a revoked access", ["device childAccessRevoked", "sessionEnd deviceRevoked"]) { family in
            try await family.join()
            return { try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child)) }
        },
        Act("a reset access", confirmed + ["device childAccessReset", "credential inviteMade"]) { family in
            try await family.join()
            try await family.lock()
            return { _ = try await family.resetAccess() }
        },
        Act("a child that is left by its only parent", confirmed + ["deletion accountDeleted"]) { family in
            try await family.join()
            return {
                try await family.parent.expectSuccess(
                    ChildRemove.self, .init(childId: family.child, confirmation: family.confirmation()))
            }
        },
    ]

    private static let parents: [Act] = [
        Act("an invite of another parent", confirmed + ["credential inviteMade"]) { family in
            { _ = try await family.inviteParent() }
        },
        Act("another parent by an invite", ["attempt inviteCode", "accepted inviteCode", "account parentAdded"]) {
            family in
            let other = family.fixture.client("other parent")
            try await other.register(family.fixture, "+33612345678", group: "home")
            let code = try await family.inviteParent().code
            return { _ = try await other.call(ChildAcceptParent.self, .init(code: code)) }
        },
        Act("a parent by the administrator", ["account parentAdded", "decision parentAdded"]) { family in
            let other = family.fixture.client("other parent")
            try await other.register(family.fixture, "+33612345678", group: "home")
            return {
                _ = try await family.fixture.callAsAdministrator(
                    ChildAddParent.self, .init(childId: family.child, phone: "+33612345678"))
            }
        },
        Act("a parent less by the administrator", ["account parentRemoved", "decision parentRemoved"]) { family in
            _ = try await family.addParent()
            return {
                _ = try await family.fixture.callAsAdministrator(
                    ChildRemoveParent.self, .init(childId: family.child, phone: "+33612345678"))
            }
        },
        Act("an admission that another parent asks for", ["device admissionScheduled"]) { family in
            _ = try await family.addParent()
            let new = family.fixture.client("new phone")
            family.fixture.clock.advance(by: .minutes(10))
            try await new.login(family.fixture, "+33612345678")
            try await family.parent.refresh()
            let digits = try #require(new.session?.digits)
            return {
                _ = try await family.parent.call(ChildAdmitParent.self, .init(childId: family.child, digits: digits))
            }
        },
    ]

    private static let operators: [Act] = [
        Act("a person whom an operator approves", ["approval approvedForSyncing", "decision approval"]) { family in
            let (boss, person) = try await people(family.fixture)
            return {
                _ = try await boss.call(
                    ApprovalDecide.self, .init(accountId: person, version: 1, status: .approvedForSyncing))
            }
        },
        Act("a decision about a version that is not the person's any more", []) { family in
            let (boss, person) = try await people(family.fixture)
            _ = try await boss.call(
                ApprovalDecide.self, .init(accountId: person, version: 1, status: .approvedForSyncing))
            return {
                try await boss.expectRefused(
                    .versionStale, ApprovalDecide.self,
                    .init(accountId: person, version: 1, status: .disapprovedForSyncing, reason: "unknown here"))
            }
        },
        Act(
            "a person whom an operator moves",
            ["account groupMoved", "decision groupMoved", "sessionEnd movedFacilityGroup"]
        ) { family in
            let (boss, person) = try await people(family.fixture)
            return {
                _ = try await boss.call(
                    UserMoveGroup.self,
                    .init(accountId: person, version: 1, group: #require(GroupID(rawValue: "clinic"))))
            }
        },
        Act(
            "a device that an operator admits", ["decision deviceAdmitted", "device deviceAdmitted", "session full"]
        ) { family in
            let (boss, person) = try await people(family.fixture), tablet = family.fixture.client("tablet")
            family.fixture.clock.advance(by: .minutes(10))
            let session = try await tablet.login(family.fixture, "+33612345678").session
            try await boss.refresh()
            return {
                _ = try await boss.call(
                    UserAdmit.self,
                    .init(sessionId: session.sessionId, digits: #require(session.digits), accountId: person))
            }
        },
        Act(
            "sessions that an operator ends",
            ["decision sessionsEnded", "sessionEnd sessionRevoked", "tokenSecret replaced"]
        ) { family in
            let (boss, person) = try await people(family.fixture)
            return { _ = try await boss.call(UserEndSessions.self, .init(accountId: person)) }
        },
        Act("an operator who is confirmed by another one", ["decision bulkConfirmed"]) { family in
            let (boss, _) = try await people(family.fixture), other = family.fixture.client("other operator")
            try await other.becomeOperator(family.fixture, "+4915100000002", of: ["fieldwork"])
            let first = try #require(boss.session).account
            return {
                _ = try await other.call(
                    ApprovalConfirmBulk.self,
                    .init(operatorId: first, group: #require(GroupID(rawValue: "fieldwork")), reason: "looked at all"))
            }
        },
        Act(
            "an operator who is reset",
            ["decision operatorReset", "device deviceRemoved", "sessionEnd sessionRevoked", "tokenSecret replaced"]
        ) { family in
            _ = try await people(family.fixture)
            return {
                _ = try await family.fixture.callAsAdministrator(OperatorReset.self, .init(phone: "+4915100000001"))
            }
        },
    ]

    /// An operator, and the account of a person who waits for approval in one of their groups.
    private static func people(_ fixture: AuthServiceFixture) async throws -> (boss: AuthTestClient, person: AccountID)
    {
        let boss = fixture.client("console")
        try await boss.becomeOperator(fixture, of: ["clinic", "fieldwork"])
        return (boss, try await fixture.client().register(fixture, "+33612345678").account)
    }

    @Test(.requirement("L1"), arguments: acts)
    func `has the rows of each effect`(act: Act) async throws {
        let family = try await Family { $0.sendLimits.perNumber = [] }
        let run = try await act.prepare(family)
        try await family.fixture.expectAuditRows(act.rows, run)
    }
}

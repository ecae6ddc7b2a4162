import AuditService
import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Testing

/// What each call records in the audit log: the kind and the detail of each row.
@Suite struct `The audit log of calls` {
    struct Act: Sendable, CustomTestStringConvertible {
        let name: String
        let rows: [String]
        let run: @Sendable (TwoDevices) async throws -> Void

        init(_ name: String, _ rows: [String], _ run: @escaping @Sendable (TwoDevices) async throws -> Void) {
            (self.name, self.rows, self.run) = (name, rows, run)
        }

        var testDescription: String { name }
    }

    private static let right: [String] = ["attempt code", "accepted code"]

    static let acts: [Act] = sessions + secrets + decisions

    private static let sessions: [Act] = [
        Act("a registration", right + ["account registered", "device firstDeviceAdmitted", "session full"]) {
            try await $0.fixture.client().register($0.fixture, "+33612345678")
        },
        Act("a login of an admitted device", right + ["session full", "sessionEnd loginRequired"]) {
            try await $0.phone.login($0.fixture)
        },
        Act("a login of a new device", right + ["session unproven"]) {
            try await $0.fixture.client().login($0.fixture)
        },
        Act("a login with the number of nobody", right) { two in
            let (challenge, code) = try await two.phone.requestCode(two.fixture, to: "+33612345678")
            _ = try? await two.phone.call(OTPVerify.self, .init(challengeId: challenge, code: code))
        },
        Act("a wrong code", ["attempt code"]) { two in
            let (challenge, code) = try await two.phone.requestCode(two.fixture)
            try await two.phone.expectRefused(
                .codeWrong, OTPVerify.self, .init(challengeId: challenge, code: two.fixture.wrong(code)))
        },
        Act("another name of a device", ["device deviceRenamed"]) {
            _ = try await $0.phone.call(AccountUpdate.self, .init(deviceName: #require(DeviceName(rawValue: "Ada's"))))
        },
        Act("a refresh", []) { try await $0.phone.refresh() },
        Act("a refresh token that was used before", ["sessionEnd refreshReused"]) { two in
            let former = try #require(two.phone.session)
            try await two.phone.refresh()
            two.fixture.clock.advance(by: .seconds(61))
            try await two.phone.expectRefused(
                .refreshReused, SessionRefresh.self,
                .init(refreshToken: former.refreshToken, requestId: two.fixture.random.id()))
        },
        Act("an admission", right + ["session unproven", "session full", "device deviceAdmitted"]) { two in
            let other = two.fixture.client()
            try await other.login(two.fixture)
            try await two.phone.refresh()
            try await two.phone.admit(other)
        },
        Act("wrong digits", right + ["session unproven", "attempt digits"]) { two in
            let other = two.fixture.client()
            let waiting = try await other.login(two.fixture).session
            try await two.phone.refresh()
            let digits = waiting.digits == "11" ? "22" : "11"
            _ = try await two.phone.refusal(SessionAdmit.self, .init(sessionId: waiting.sessionId, digits: digits))
        },
        Act("a log out", ["sessionEnd sessionRevoked"]) {
            try await $0.phone.expectSuccess(SessionLogout.self, .init())
        },
        Act(
            "a log out everywhere",
            ["sessionEnd sessionRevoked", "sessionEnd sessionRevoked", "tokenSecret replaced"]
        ) {
            try await $0.phone.expectSuccess(SessionLogoutEverywhere.self, .init())
        },
        Act(
            "a removed device",
            [
                "attempt recoveryCode", "accepted recoveryCode", "device deviceRemoved", "sessionEnd deviceRevoked",
            ]
        ) { two in
            try await two.phone.expectSuccess(
                DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.codes[0].confirmation))
        },
        Act("a suspended device", right + ["device deviceSuspended", "sessionEnd loginRequired"]) { two in
            let confirmation = try await two.phone.message(two.fixture)
            _ = try await two.phone.call(
                DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: confirmation))
        },
    ]

    private static let secrets: [Act] = [
        Act("a wrong recovery code", ["attempt recoveryCode"]) { two in
            _ = try await two.phone.refusal(
                DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: RecoveryCode.wrong.confirmation))
        },
        Act(
            "new recovery codes",
            ["attempt recoveryCode", "accepted recoveryCode", "credential recoveryCodesMade"]
        ) {
            try await $0.phone.makeCodes($0.codes[0].confirmation)
        },
        Act("a new PIN", ["credential pinMade"]) { try await $0.phone.enrol() },
        Act("a wrong PIN", ["credential pinMade", "attempt pin"]) { two in
            try await two.phone.enrol()
            try await two.phone.expectRefused(.pinWrong, proving: "111111")
        },
        Act(
            "a right PIN",
            ["credential pinMade", "attempt pin", "accepted pin", "session full", "sessionEnd loginRequired"]
        ) { two in
            try await two.phone.enrol()
            try await two.phone.prove()
        },
        Act(
            "wrong PINs that block the account",
            ["credential pinMade", "attempt pin", "attempt pin", "attempt pin", "lock blocked"]
        ) { two in
            try await two.phone.enrol()
            for _ in 0..<2 { try await two.phone.expectRefused(.pinWrong, proving: "111111") }
            try await two.phone.expectRefused(.blocked, proving: "111111")
        },
        Act("another PIN", ["credential pinMade", "attempt pin", "accepted pin", "credential pinChanged"]) { two in
            try await two.phone.enrol()
            _ = try await two.phone.call(PINChange.self, two.phone.change(to: "228833"))
        },
        Act(
            "a PIN that confirms an act",
            ["credential pinMade", "attempt pin", "accepted pin", "device deviceRemoved", "sessionEnd deviceRevoked"]
        ) { two in
            try await two.phone.enrol()
            try await two.phone.expectSuccess(
                DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.phone.confirmation()))
        },
        Act(
            "a second factor",
            ["attempt secondFactor", "accepted secondFactor", "credential secondFactorMade"]
        ) {
            try await $0.phone.makeFactor($0.fixture)
        },
        Act(
            "a wrong code of the second factor",
            ["attempt secondFactor", "accepted secondFactor", "credential secondFactorMade", "attempt secondFactor"]
        ) { two in
            let secret = try await two.phone.makeFactor(two.fixture)
            let code = try two.phone.code(secret, two.fixture)
            _ = try await two.phone.refusal(
                SecondFactorDisable.self, .init(confirmation: GivenConfirmation(factorCode: code.other)))
        },
        Act("another number", right + right + ["account phoneChanged"]) { two in
            let confirmation = try await two.phone.message(two.fixture, .changePhone)
            _ = try await two.phone.call(
                AccountChangePhone.self, two.phone.phoneChange(two.fixture, confirmation))
        },
    ]

    private static let decisions: [Act] = [
        Act("an approval", ["approval approvedForSyncing", "decision approval"]) { two in
            _ = try await two.fixture.callAsAdministrator(
                ApprovalDecide.self,
                .init(accountId: #require(two.phone.session).account, version: 1, status: .approvedForSyncing))
        },
        Act(
            "sessions that the administrator ends",
            [
                "sessionEnd sessionRevoked", "sessionEnd sessionRevoked", "tokenSecret replaced",
                "decision sessionsEnded",
            ]
        ) { two in
            _ = try await two.fixture.callAsAdministrator(
                UserEndSessions.self, .init(accountId: #require(two.phone.session).account))
        },
        Act(
            "an operator with an enrolment secret",
            right + [
                "decision operatorEnrolled", "attempt enrolmentSecret", "accepted enrolmentSecret",
                "session pinRequired", "credential pinMade", "session preTfa", "attempt secondFactor",
                "accepted secondFactor", "credential secondFactorMade", "session full", "device firstDeviceAdmitted",
            ]
        ) { two in
            try await two.fixture.client().becomeOperator(two.fixture, of: ["fieldwork"])
        },
        Act("a new group", ["decision groupCreated"]) { two in
            _ = try await two.fixture.callAsAdministrator(
                GroupCreate.self, GroupCreate.example.params)
        },
        Act("a deletion", right + ["account deletionCodeRequested", "deletion accountDeleted"]) { two in
            try await two.phone.deleteAccount(two.fixture)
        },
    ]

    @Test(.requirement("L1"), arguments: acts)
    func `has the rows of each effect`(act: Act) async throws {
        let two = try await TwoDevices()
        try await two.phone.refresh()
        try await two.fixture.expectAuditRows(act.rows) { try await act.run(two) }
    }

    @Test(.requirement("L1"))
    func `names the key whose state has changed`() async throws {
        let fixture = try await AuthServiceFixture(rotatesKeys: true)
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: #require(KeyID(rawValue: "signing-2"))))
        #expect(try await fixture.auditWords() == ["key signing-2 published"])
    }

    @Test(.requirement("L1", "L4"))
    func `names who did it to whom, by identifiers alone`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        let session = try #require(two.phone.session), other = try #require(two.tablet.session)
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.codes[0].confirmation))
        try await fixture.auth.audit.chain(waiting: true)
        let answer = try await fixture.callAsAdministrator(
            AuditList.self, .init(accountId: session.account, kind: .sessionEnd, limit: 1))
        let row = try #require(answer.rows.first)
        #expect(row.accountId == session.account && row.sessionId == other.sessionId && row.deviceId == other.deviceId)
        #expect(row.actor == Open(.person) && row.actorId == session.account && row.actorDeviceId == session.deviceId)
        #expect(row.actorSessionId == session.sessionId && row.atMs == fixture.clock.now)
        let details = Set(try await fixture.auditWords())
        #expect(!details.isEmpty && details.allSatisfy { $0.split(separator: " ").count == 2 })
    }
}

extension AuthServiceFixture {
    /// Expects that an act writes rows of these kinds and details, and that the audit log verifies afterwards.
    func expectAuditRows(_ rows: [String], _ act: () async throws -> Void) async throws {
        let before = try await auditWords()
        try await act()
        var new = try await auditWords()
        for word in before { new.remove(at: try #require(new.firstIndex(of: word))) }
        #expect(new == rows.sorted())
        #expect(inbox.failures.isEmpty)
        try await auth.audit.chain(waiting: true)
        #expect(try await callAsAdministrator(AuditVerify.self, .init()).findings.isEmpty)
    }

    /// The kind and the detail of each row of the audit log, sorted.
    func auditWords() async throws -> [String] {
        try await database.select(Statement("SELECT kind, detail FROM audit"))
            .map { "\(try $0.text(0)) \(try $0.text(1))" }.sorted()
    }
}

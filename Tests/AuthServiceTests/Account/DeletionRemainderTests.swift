import Contracts
import DPoP
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthService
@testable import AuthStore

/// What is left of a person after the deletion of the account, in every column of every table that the schema has.
@Suite struct `What is left of a deleted person` {
    /// The tables that never refer to a person, each with the reason.
    static let impersonal = [
        "facility_group": "settings of the installation",
        "group_decision": "decisions about groups, which name no person", "quota": "counts over all persons",
        "prefix_stop": "number prefixes, which many persons share", "feed": "one row for all persons",
        "auth_key": "one row for each key", "rotating_key": "one row for each key",
        "row_key": "one row for each key",
        "instance": "one row for each process", "generation": "one row for each restore",
        "older_copy": "one row for each restore", "lineage": "one row",
        "audit_chain": "one row for all persons", "sweep_time": "one row",
        "sweep_sighting": "times that the sweep has seen",
        "schema_migration": "one row for each migration", "deletion": "has a row from the deletion on",
    ]

    /// What may refer to the person until the sweep removes it.
    static let remainders = [
        Remainder("decision", ["account", "actor", "to_value"], "who decided about whom; stays for good"),
        Remainder("deletion", ["tag"], "old tokens are answered `accountDeleted`; stays for good"),
        Remainder(
            "audit", ["account", "device", "session", "actor_account", "actor_device", "actor_session"],
            "random identifiers of what was done; stays as long as the audit log"),
        Remainder("revocation_event", ["account", "session"], "the vault learns of the deletion by it; a day"),
        Remainder("proof_seen", ["thumbprint"], "a request proof is accepted once; until it has expired"),
        Remainder("otp_streak", ["phone_index", "thumbprint"], "a deletion gives no free attempts; 30 days"),
        Remainder("invite_streak", ["thumbprint"], "a deletion gives no free attempts; 30 days"),
        Remainder("send_window", ["key"], "a deletion gives no free codes; a day"),
        Remainder("outbox", ["challenge"], "a message that was sent or dropped, without content; two days"),
        Remainder("idempotency", ["thumbprint", "answer"], "requests without an access token, or of others; a day"),
    ]

    @Test(.requirement("D2", "D6"))
    func `only listed rows refer to the person, and they end with the sweep; nobody else loses a row`()
        async throws
    {
        let fixture = try await AuthServiceFixture()
        let alice = try await Person("+4915112345678", fixture), bob = try await Person("+33612345678", fixture)
        try await alice.beDecidedAbout()
        // The person has ended a hold; the account can be deleted 72 hours later.
        fixture.clock.advance(by: .hours(72))
        try await alice.phone.refresh()
        let code = try await alice.phone.requestCode(fixture, to: alice.present, .deleteAccount)
        let before = try await fixture.database.rows(), tables = try await fixture.database.tables()
        let (values, others) = (try await alice.values(), try await bob.values())
        for person in [values, others] {
            let filled = person.rows(of: before).map(\.table)
            #expect(Set(tables).subtracting(filled).sorted() == Self.impersonal.keys.sorted())
        }

        _ = try await alice.phone.call(
            AccountDelete.self, .init(challengeId: code.challenge, code: code.code))
        var after = try await fixture.database.rows()
        #expect(after.unexpected(of: values, besides: Self.remainders) == [])
        #expect(Set(others.rows(of: after)) == Set(others.rows(of: before)))

        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        try await fixture.auth.numberRevocationEvents()
        fixture.clock.advance(by: .days(31))
        try await fixture.store.sweep(at: fixture.clock.now)
        after = try await fixture.database.rows()
        #expect(after.unexpected(of: values, besides: Array(Self.remainders.prefix(3))) == [])
        #expect(Set(values.rows(of: after).map(\.table)) == ["audit", "decision", "deletion"])
    }
}

/// An operator with a row in every table that has rows of persons: with three devices, one of which only registers.
private struct Person {
    let number: String
    /// The number that the account has been given in place of `number`.
    let present: String
    let fixture: AuthServiceFixture
    let phone, laptop, tablet: AuthTestClient
    let child: AccountID

    init(_ number: String, _ fixture: AuthServiceFixture) async throws {
        (self.number, self.fixture) = (number, fixture)
        present = String(number.dropLast()) + "9"
        child = fixture.random.id()
        (phone, laptop, tablet) = (fixture.client(), fixture.client(), fixture.client())
        try await phone.becomeOperator(fixture, number, of: ["fieldwork"])
        let codes = try await phone.makeCodes()
        _ = try await fixture.callAsAdministrator(OperatorEnrol.self, .init(phone: number))
        let code = try await laptop.requestCode(fixture, to: number)
        laptop.session = try await laptop.call(
            OTPVerify.self,
            .init(
                challengeId: code.challenge, code: code.code, deviceName: DeviceName(rawValue: "laptop"),
                requestId: fixture.random.id())
        ).session
        let waiting = try #require(laptop.session)
        _ = try await phone.call(
            SessionAdmit.self,
            .init(
                sessionId: waiting.sessionId, digits: #require(waiting.digits), confirmation: phone.confirmation(),
                requestId: fixture.random.id()))
        fixture.clock.advance(by: .seconds(61))
        try await laptop.refresh()
        try await laptop.passOperatorLogin(#require(phone.authenticator), fixture)
        let started = try await tablet.start(fixture, number)
        try await tablet.expectRefused(
            .codeWrong, RegistrationConfirm.self,
            .init(challengeId: started.challenge, code: fixture.wrong(started.code)))
        fixture.clock.advance(by: .seconds(61))
        _ = try await laptop.call(
            OTPRequest.self, .init(phone: number, purpose: .login, requestId: fixture.random.id()))
        _ = try await fixture.code(for: number)
        fixture.clock.advance(by: .seconds(61))
        try await phone.refresh()
        let removals = [
            try await phone.message(fixture, to: number), RecoveryCode.wrong.confirmation, codes[0].confirmation,
            RecoveryCode.wrong.confirmation,
        ]
        for (removal, fault) in zip(removals, [nil, "recoveryCodeWrong", nil, nil]) {
            let device = waiting.deviceId
            let refused = try await phone.refusal(DeviceRemove.self, .init(deviceId: device, confirmation: removal))
            #expect(refused?.name == fault)
        }
        try await phone.refresh()
        try await phone.expectSuccess(
            AccountChangePhone.self, phone.phoneChange(fixture, to: present, codes[1].confirmation))
        try await phone.expectRefused(
            .recoveryCodeWrong, AccountRecoveryCodes.self, .init(confirmation: RecoveryCode.wrong.confirmation))
        try await phone.requestReset(fixture, phone: present)
        try await addChild()
        let act = DelayedAct(
            account: try #require(phone.session).account, kind: .readmission,
            device: tablet.session?.deviceId ?? phone.device)
        _ = try await fixture.database.write { [now = fixture.clock.now] in
            try $0.run(DelayedActTable.insert(act, at: now))
        }
    }

    /// Adds a child that this person alone is a parent of, whose device is the tablet. The store does not ask for the role.
    private func addChild() async throws {
        let own = try #require(phone.session), now = fixture.clock.now
        let code = InviteCode(bytes: child.bytes, isLong: false)
        let codes = InviteCodes(key: fixture.auth.keys.hash.activeKey)
        _ = try await fixture.store.addChild(
            child, named: "child of \(number)", by: own.account, in: own.sessionId, idempotencyKey: nil, response: [],
            at: now)
        _ = try await fixture.store.invite(
            NewInvite(id: fixture.random.id(), purpose: .device, kind: .code, hash: codes.hash(code)), to: child,
            by: own.account, in: own.sessionId, confirmedBy: .none, idempotencyKey: nil, response: [], at: now)
        try await tablet.join(code)
        let wrong = try #require(InviteCode(wire: "AAAAAAAA"))
        try await tablet.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: wrong))
    }

    func beDecidedAbout() async throws {
        let account = try #require(phone.session).account
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self,
            .init(accountId: account, version: 2, status: .waitingForApproval, requestId: fixture.random.id()))
    }

    /// Every value by which a row can refer to the person.
    func values() async throws -> PersonalValues {
        let account = try #require(phone.session).account
        var values = PersonalValues()
        values.insert("\(account)")
        values.insert("\(child)")
        for bytes in [child.bytes, fixture.auth.tag(of: child).bytes] { values.insert(bytes) }
        values.insert("child of \(number)")
        for bytes in [account.bytes, fixture.auth.tag(of: account).bytes] { values.insert(bytes) }
        for device in [phone, laptop, tablet] { values.insert(device.key.thumbprint) }
        for select in [
            "SELECT id FROM session WHERE account = $1", "SELECT family FROM session WHERE account = $1",
            "SELECT id FROM device WHERE account = $1",
        ] {
            try await values.insert(select, account.bytes, fixture)
        }
        for number in [number, present] {
            let index = PhoneProtection(keys: DataKeys(fixture.keys), random: fixture.random).index(
                try #require(E164(parsing: number)))
            for text in [number, String(number.dropFirst())] { values.insert(text) }
            values.insert(index.bytes)
            for select in [
                "SELECT id FROM otp_challenge WHERE phone_index = $1",
                "SELECT phone_sealed FROM account WHERE phone_index = $1",
                "SELECT phone_sealed FROM number_change WHERE phone_index = $1",
                "SELECT phone_sealed FROM registration WHERE phone_index = $1",
            ] {
                try await values.insert(select, index.bytes, fixture)
            }
        }
        return values
    }
}

extension PersonalValues {
    /// Inserts what a statement selects for a key.
    fileprivate mutating func insert(_ select: String, _ key: [UInt8], _ fixture: AuthServiceFixture) async throws {
        for row in try await fixture.database.select(Statement(select, .bytes(key))) { insert(try row.bytes(0)) }
    }
}

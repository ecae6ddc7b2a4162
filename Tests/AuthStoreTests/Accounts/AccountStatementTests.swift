import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

/// Each statement about the secrets and the waiting changes of an account concerns that account alone.
@Suite struct `Statements about one account` {
    typealias Change = @Sendable (StoredPerson, Instant, any Transaction) throws -> Void

    /// Each changes a row of the account in the state of ``StoredPerson``.
    static let changes: [(name: String, run: Change)] = [
        ("counts an attempt", { _ = try PINTable.countAttempt($0.pin, limit: 3, in: $2) }),
        (
            "counts an attempt of a new device",
            { _ = try PINTable.countNewDeviceAttempt($0.pin, limit: 3, wait: .hours(24), at: $1, in: $2) }
        ),
        ("takes a right attempt out of the failures", { try $2.run(PINTable.reset($0.attempt)[0]) }),
        ("ends the count in a row", { try $2.run(PINTable.reset($0.attempt)[1]) }),
        ("gives an attempt back", { try $2.run(PINTable.giveBack($0.attempt)) }),
        ("delays a new PIN", { try $2.run(PINTable.postponeNew(of: $0.id, until: $1 + .hours(72), at: $1)) }),
        ("locks the PIN", { try $2.run(PINTable.lock($0.id, at: $1)) }),
        ("deletes the PIN", { try $2.run(PINTable.delete(of: $0.id)[0]) }),
        ("deletes the challenges of the PIN", { try $2.batch(PINTable.delete(of: $0.id)) }),
        ("deletes the unlock share", { try $2.run(PINTable.deleteShare(of: $0.id)) }),
        ("notes an attempt", { try $2.run(PINChallengeTable.storeAttempt(2, mac: [9], for: $0.challenge)) }),
        ("uses a challenge up", { _ = try PINChallengeTable.consume($0.challenge, at: $1, in: $2) }),
        ("delays a requested PIN", { try $2.run(PendingPINTable.postpone(of: $0.id, until: $1 + .hours(99))) }),
        ("drops a requested PIN", { try $2.run(PendingPINTable.delete(of: $0.id)) }),
        ("uses a factor's code up", { _ = try SecondFactorTable.consume($0.code, in: $2) }),
        ("confirms a factor", { try $2.run(SecondFactorTable.confirm($0.id)) }),
        (
            "delays a new factor",
            { try $2.run(SecondFactorTable.postponeNew(of: $0.id, until: $1 + .hours(72), at: $1)) }
        ),
        ("withdraws a new factor", { _ = try SecondFactorTable.withdrawNew(of: $0.id, at: $1, in: $2) }),
        ("withdraws a new PIN", { _ = try PINTable.withdrawNew(of: $0.id, at: $1, in: $2) }),
        ("deletes a factor", { try $2.run(SecondFactorTable.delete(of: $0.id)) }),
        ("drops an act", { try $2.run(DelayedActTable.delete(.newAccount, of: $0.id)) }),
        ("drops an act of a device", { try $2.run(DelayedActTable.delete(.newAccount, of: $0.id, for: $0.device)) }),
        ("drops all acts", { try $2.run(DelayedActTable.delete(of: $0.id)) }),
        ("forgets the former number", { try $2.run(NumberChangeTable.delete(of: $0.id)) }),
        ("names a device", { try $2.run(AccountDeviceTable.rename($0.device, of: $0.id, to: "renamed")) }),
        ("notes the blocking device", { try $2.run(AccountTable.setBlockingDevice(nil, of: $0.id)) }),
        ("removes the number", { try $2.run(AccountTable.removeNumber(of: $0.id)) }),
        ("moves to another group", { try $2.run(AccountTable.setGroup(AuthStoreFixture.group("clinic"), of: $0.id)) }),
        ("raises the version", { try $2.run(AccountTable.raiseApprovalVersion(of: $0.id)) }),
    ]

    @Test(arguments: changes.indices)
    func `change nothing of another one`(index: Int) async throws {
        let fixture = try await AuthStoreFixture(), now = fixture.now, change = Self.changes[index]
        let people = try await fixture.twoPeople()
        for (own, other) in [(people[0], people[1]), (people[1], people[0])] {
            let effect = try await fixture.effect(on: own, besides: other, rows: { try Self.rows(of: $0, $1) }) {
                try change.run(own, now, $0)
            }
            #expect(effect.onOwn && !effect.onOther, "\(change.name)")
        }
    }

    @Test func `read nothing of another one`() async throws {
        let fixture = try await AuthStoreFixture(), people = try await fixture.twoPeople()
        for (own, other) in [(people[0], people[1]), (people[1], people[0])] {
            let wrong = try await fixture.database.read { transaction in try Self.wrongReads(own, other, transaction) }
            #expect(wrong.isEmpty, "\(wrong)")
        }
    }

    /// The names of what is read of another account than this person's.
    private static func wrongReads(
        _ own: StoredPerson, _ other: StoredPerson, _ transaction: any Transaction
    ) throws -> [String] {
        let acts = try DelayedActKind.allCases.map { kind in
            let act = DelayedAct(account: own.id, kind: kind, device: own.device)
            let foreign = DelayedAct(account: own.id, kind: kind, device: other.device)
            return try DelayedActTable.read(kind, of: own.id, in: transaction)?.device == own.device
                && DelayedActTable.contains(act, in: transaction) && !DelayedActTable.contains(foreign, in: transaction)
        }
        let reads = [
            ("PIN", try PINTable.read(own.id, in: transaction)?.account == own.id),
            ("generation", try PINTable.lastGeneration(of: own.id, in: transaction) == own.lastGeneration),
            ("share", try PINTable.share(of: own.id, in: transaction)?.sealed == own.share),
            ("account of a challenge", try PINChallengeTable.account(of: own.challenge, in: transaction) == own.id),
            ("challenge", try PINChallengeTable.read(own.challenge, in: transaction)?.account == own.id),
            ("requested PIN", try PendingPINTable.read(own.id, in: transaction)?.device == own.device),
            ("factor", try SecondFactorTable.read(own.id, in: transaction)?.account == own.id),
            ("former number", try NumberChangeTable.read(own.id, in: transaction)?.sealed == own.share),
            ("blocking device", try AccountTable.blockingDevice(of: own.id, in: transaction) == own.device),
            ("acts", acts.allSatisfy(\.self)),
        ]
        return reads.filter { !$0.1 }.map(\.0)
    }

    /// All rows of an account, as text.
    private static func rows(of person: StoredPerson, _ transaction: any Transaction) throws -> [String] {
        let tables = [
            "pin", "unlock_share", "pin_challenge", "pending_pin", "second_factor", "delayed_act", "number_change",
            "device",
        ]
        let selections =
            tables.map { "SELECT * FROM \($0) WHERE account = $1" } + ["SELECT * FROM account WHERE id = $1"]
        return try selections.flatMap { selection in
            try transaction.run(Statement(selection, .identifier(person.id))).map { "\(selection): \($0.values)" }
                .sorted()
        }
    }
}

/// A person with a PIN that does not count yet, an attempt at it, a second factor, and changes that wait.
struct StoredPerson: Sendable {
    let id: AccountID
    let device: DeviceID
    let pin: PINRecord
    let attempt: PINAttempt
    let code: SecondFactorCode
    let challenge: PINChallengeID
    let share: Sealed
    let lastGeneration: Int64
}

extension AuthStoreFixture {
    /// Two people in the same state, each with identifiers and bytes of their own.
    fileprivate func twoPeople() async throws -> [StoredPerson] {
        var people: [StoredPerson] = []
        for (number, (phone, key)) in [(Self.phone, "phone"), (Self.otherPhone, "other")].enumerated() {
            let (account, session) = try await register(phone, on: key, group: "home")
            people.append(try await person(account.id, session, key, number: number + 1))
        }
        return people
    }

    private func person(
        _ account: AccountID, _ session: SessionRecord, _ key: String, number: Int
    ) async throws -> StoredPerson {
        let enrolment = try await pinChallenge(.enrol, of: account, by: session.id, on: key)
        let share = Sealed([UInt8(number)]), limits = CodeLimits()
        let new = NewPIN(generation: 1, salt: [1], derivation: "scrypt", keySealed: Sealed([2]), shareSealed: share)
        let made = try await store.enrolPIN(
            new, by: enrolment, in: session.id, confirmedBy: .none, idempotencyKey: nil, at: now)
        let challenge = try await pinChallenge(.unlock, of: account, on: key)
        guard case .stored = made, case .counted(let attempt) = try await pinAttempt(challenge, on: key),
            case .counted(let counted) = try await store.countRecoveryAttempt(
                [], of: session.id, account: account, limits: limits, at: now)
        else { throw SetupFailed() }
        let device = session.device, later = now + .hours(2), now = now, factor: SecondFactorID = random.id()
        _ = try await database.write { transaction in
            try transaction.batch(
                [
                    Statement(
                        "UPDATE pin SET counts_from = $2 WHERE account = $1", .identifier(account), .instant(later)),
                    Statement(
                        "UPDATE unlock_share SET last_generation = $2 WHERE account = $1", .identifier(account),
                        .int(number)),
                    SecondFactorTable.store(
                        NewSecondFactor(id: factor, secretSealed: share), countsFrom: later, by: device, of: account,
                        at: now),
                    AccountTable.setBlockingDevice(device, of: account),
                ]
                    + PendingPINTable.store(
                        new, replacing: 1, by: device, due: later, approvalVersion: nil, of: account, at: now)
                    + NumberChangeTable.store(
                        PhoneIndex([UInt8(90 + number)]), share, of: account, byMessage: true, until: later, at: now)
                    + DelayedActKind.allCases.map {
                        DelayedActTable.insert(DelayedAct(account: account, kind: $0, device: device), at: now)
                    })
        }
        guard let stored = try await store.secondFactor(of: account) else { throw SetupFailed() }
        return StoredPerson(
            id: account, device: device, pin: attempt.pin, attempt: attempt,
            code: SecondFactorCode(attempt: counted, factor: stored, step: 1), challenge: challenge.id, share: share,
            lastGeneration: Int64(number))
    }
}

import AuthStore
import Machines
import SQL
import SQLite
import Support
import TimeAndChance
import Vocabulary

/// A store on a real file, with the built-in groups, a stopped clock and loaded dice; and the few steps every test takes.
struct House {
    let store: AuthStore
    let database: SQLiteDatabase
    let clock = StoppedClock()
    let dice = LoadedDice(seed: 7).dice
    var codes = CodeLimits()
    var sends = SendLimits()

    init(in folder: String = scratchFolder()) async throws {
        database = try SQLite.open(path: folder + "/auth.sqlite")
        try await Migrations.run(AuthStore.migrations, on: database)
        store = AuthStore(database)
        try await store.ensure(FacilityGroup.builtIn(demo: true))
        try await store.openFeed(dice.id(), at: clock.now)
    }

    var now: Instant { clock.now }

    static let phone: [UInt8] = [1, 1, 1]
    static let otherPhone: [UInt8] = [2, 2, 2]

    /// The only group of that name.
    static func group(_ name: String) -> GroupID {
        guard let group = GroupID(rawValue: name) else { preconditionFailure("\(name) is no group's name") }
        return group
    }

    func code(
        _ purpose: ChallengePurpose = .login, to phone: [UInt8] = phone, on key: String = "phone",
        from address: [UInt8]? = [9], block: [UInt8] = [8], prefix: String = "49151"
    ) -> NewChallenge {
        let id: ChallengeID = dice.id()
        return NewChallenge(
            purpose: purpose, id: id, phoneIndex: phone, thumbprint: key, salt: [5], codeHash: [6],
            expires: now + .seconds(300),
            message: OutboxEntry(id: dice.id(), kind: .sms, challenge: id, sealed: [7], expires: now + .seconds(300)),
            keys: SendKeys(number: phone, address: address, block: block, prefix: prefix, roll: dice.uint64()))
    }

    func open(_ code: NewChallenge) async throws -> NewChallenge.Outcome {
        try await store.openChallenge(code, within: sends, once: nil, answer: [], at: now)
    }

    func registration(
        _ code: NewChallenge, group: String = "fieldwork", state: Registration.State = .startedRegistration
    ) -> RegistrationRecord {
        RegistrationRecord(
            phoneIndex: code.phoneIndex, thumbprint: code.thumbprint, group: Self.group(group), state: state,
            challenge: code.id, phoneSealed: [4], deviceName: "a phone", expires: now + .hours(24))
    }

    func start(_ code: NewChallenge, group: String = "fieldwork") async throws -> NewChallenge.Outcome {
        try await store.startRegistration(
            registration(code, group: group), code: code, keys: code.keys, within: sends, once: nil, answer: [],
            at: now)
    }

    func attempt(
        _ challenge: ChallengeID, for purposes: Set<ChallengePurpose> = [.login, .registration, .deleteAccount],
        on key: String = "phone"
    ) async throws -> Attempt.Outcome {
        try await store.countAttempt(
            at: challenge, for: purposes, by: key, codes: codes, sends: sends, roll: dice.uint64(), at: now)
    }

    /// A counted attempt, or nothing where it was not counted.
    func counted(_ challenge: ChallengeID, on key: String = "phone") async throws -> Attempt? {
        guard case .counted(let attempt) = try await attempt(challenge, on: key) else { return nil }
        return attempt
    }

    func enter(
        _ attempt: Attempt, registration: RegistrationRecord? = nil, again: Bool = false, once: Once? = nil
    ) async throws -> Arrival.Outcome {
        let arrival = Arrival(
            proof: .code(attempt), registration: registration, phoneIndex: attempt.challenge.phoneIndex,
            thumbprint: attempt.challenge.thumbprint, publicKey: "{}", deviceName: nil, isAgain: again,
            account: dice.id(), device: dice.id(), session: dice.id(), family: dice.id(), digits: "42",
            expires: now + .days(30), refreshHash: { _, session, _ in session.bytes })
        return try await store.enter(arrival, sends: sends, once: once, at: now)
    }

    /// Somebody who registered on a device, and their first session.
    func register(
        _ phone: [UInt8] = phone, on key: String = "phone", group: String = "fieldwork"
    ) async throws -> (account: AccountRecord, session: SessionRecord) {
        let code = code(.registration, to: phone, on: key, from: nil, block: phone)
        _ = try await start(code, group: group)
        guard let attempt = try await counted(code.id, on: key),
            case .entered(let account, let session) = try await enter(
                attempt, registration: registration(code, group: group))
        else { throw Stuck() }
        clock.advance(by: .seconds(61))
        return (account, session)
    }

    /// A login of somebody who has an account.
    func login(_ phone: [UInt8] = phone, on key: String) async throws -> SessionRecord {
        let code = code(to: phone, on: key, from: nil, block: phone)
        _ = try await open(code)
        guard let attempt = try await counted(code.id, on: key),
            case .entered(_, let session) = try await enter(attempt)
        else { throw Stuck() }
        clock.advance(by: .seconds(61))
        return session
    }

    func standing(_ session: SessionRecord) async throws -> SessionStanding {
        try await store.standing(of: session.id, account: session.account, tag: [3])
    }
}

/// A step every test takes did not come out.
struct Stuck: Error {}

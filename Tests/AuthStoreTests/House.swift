import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support

/// A store on a real database, with the built-in groups, a stopped clock and loaded random; and the few steps every test takes.
struct House {
    let store: AuthStore
    let database: any Database
    let clock: StoppedClock
    let random: RandomSource
    var codes = CodeLimits()
    var sends = SendLimits()

    /// In a place of its own unless another is named.
    init(at place: StorePlace? = nil) async throws {
        let place = if let place { place } else { try await StorePlace(AuthStore.migrations) }
        self.init(on: try await place.open())
        try await furnish()
    }

    private init(
        on database: any Database, clock: StoppedClock = StoppedClock(),
        random: RandomSource = LoadedDice(seed: 7).random
    ) {
        self.database = database
        self.clock = clock
        self.random = random
        store = AuthStore(database)
    }

    private func furnish() async throws {
        try await store.ensure(FacilityGroup.builtIn(demo: true))
        try await store.openFeed(random.id(), at: clock.now)
    }

    /// Two instances of one service: the same data, clock and random, and connections of its own for each where the engine
    /// allows it.
    static func twins() async throws -> Twins {
        let place = try await StorePlace(AuthStore.migrations)
        let databases = try await place.openTwice()
        let first = House(on: databases[0])
        try await first.furnish()
        return Twins(place: place, houses: [first, House(on: databases[1], clock: first.clock, random: first.random)])
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
        _ purpose: CodePurpose = .login, to phone: [UInt8] = phone, on key: String = "phone",
        from address: [UInt8]? = [9], block: [UInt8] = [8], prefix: String = "49151"
    ) -> NewChallenge {
        let id: ChallengeID = random.id()
        return NewChallenge(
            purpose: purpose, id: id, phoneIndex: phone, thumbprint: key, salt: [5], codeHash: [6],
            expires: now + .seconds(300),
            message: OutboxEntry(id: random.id(), kind: .sms, challenge: id, sealed: [7], expires: now + .seconds(300)),
            keys: SendKeys(number: phone, address: address, block: block, prefix: prefix, roll: random.uint64()))
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
        _ challenge: ChallengeID, for purposes: Set<CodePurpose> = [.login, .registration, .deleteAccount],
        on key: String = "phone"
    ) async throws -> Attempt.Outcome {
        try await store.countAttempt(
            at: challenge, for: purposes, by: key, codes: codes, sends: sends, roll: random.uint64(), at: now)
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
            account: random.id(), device: random.id(), session: random.id(), family: random.id(), digits: "42",
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

    func standing(_ session: SessionRecord) async throws -> SessionSnapshot {
        try await store.standing(of: session.id, account: session.account, tag: [3])
    }
}

/// A step every test takes did not come out.
struct Stuck: Error {}

/// Two instances of one service.
struct Twins {
    let place: StorePlace
    var houses: [House]

    /// The one that is asked where it does not matter which.
    var first: House { houses[0] }

    /// Runs something so many times at once, on the two in turn.
    func parallel<T: Sendable>(
        _ count: Int, _ work: @escaping @Sendable (House, Int) async throws -> T
    ) async throws -> [T] {
        try await withThrowingTaskGroup(of: T.self) { group in
            for turn in 0..<count {
                let house = houses[turn % 2]
                group.addTask { try await work(house, turn) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Sets how often codes may be sent, on both.
    mutating func limit(_ change: (inout SendLimits) -> Void) {
        for place in houses.indices { change(&houses[place].sends) }
    }

    /// How many transactions were given up because two waited for each other. Closes both.
    func deadlocks() async throws -> Int64 {
        guard place.engine == .postgres else { return 0 }
        for house in houses { await house.database.close() }
        return try await place.open().deadlocks()
    }

    /// How many rows a table holds, under a condition.
    func count(_ table: String, where condition: String = "1 = 1") async throws -> Int64 {
        let statement = Statement("SELECT COUNT(*) FROM \(table) WHERE \(condition)")
        return try await first.database.read { try $0.run(statement)[0].int(0) }
    }
}

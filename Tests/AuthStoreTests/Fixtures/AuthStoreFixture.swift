import Audit
import AuthStore
import Cryptography
import Domain
import Primitives
import SQL
import StoreSupport
import Support

/// A store on a real database with the built-in groups, a stopped clock and a seeded random source, and the steps that
/// many tests take.
struct AuthStoreFixture {
    let store: AuthStore
    let database: any Database
    let clock: StoppedClock
    let random: RandomSource
    let authenticator: AuditAuthenticator
    var codes = CodeLimits()
    var sends = SendLimits()

    /// Uses a database of its own unless one is named.
    init(at location: StoreLocation? = nil) async throws {
        let location = if let location { location } else { try await StoreLocation(AuthStore.migrations) }
        self.init(on: try await location.open())
        try await insertGroupsAndFeed()
    }

    init(
        on database: any Database, clock: StoppedClock = StoppedClock(),
        random: RandomSource = SeededRandom(seed: 7).random
    ) {
        self.database = database
        self.clock = clock
        self.random = random
        // The log has a random source of its own, so that it does not change the identifiers of the tests.
        let auditRandom = RandomSource.system
        authenticator = AuditAuthenticator(key: .generate(auditRandom), random: auditRandom)
        store = AuthStore(database).auditing(with: authenticator)
    }

    func insertGroupsAndFeed() async throws {
        try await store.insertMissing(FacilityGroup.builtIn(demo: true))
        try await store.openFeed(random.id(), at: clock.now)
    }

    var now: Instant { clock.now }

    static let phone = PhoneIndex([1, 1, 1])
    static let otherPhone = PhoneIndex([2, 2, 2])
    static let tag = DeletionTag([3])

    static func group(_ name: String) -> GroupID {
        guard let group = GroupID(rawValue: name) else { preconditionFailure("\(name) is not a group's name") }
        return group
    }

    /// Makes the challenge of a new code for a device key, requested from an address that is one group; ``open(_:)``
    /// stores it.
    func code(
        _ purpose: CodePurpose = .login, to phone: PhoneIndex = phone, on key: String = "phone",
        from address: [UInt8]? = nil, block: [UInt8] = [8], prefix: String = "49151"
    ) -> NewChallenge {
        let id: ChallengeID = random.id()
        return NewChallenge(
            purpose: purpose, id: id, thumbprint: key, salt: [5], codeHash: [6], expires: now + .seconds(300),
            message: OutboxEntry(
                id: random.id(), kind: .sms, challenge: id, sealed: Sealed([7]), expires: now + .seconds(300)),
            keys: SendKeys(
                phone: phone, addresses: address.map { [AddressGroup(hash: $0, multiple: 1)] } ?? [], block: block,
                prefix: prefix, shardSeed: random.uint64()))
    }

    func open(_ code: NewChallenge, idempotencyKey: IdempotencyKey? = nil) async throws -> NewChallenge.Outcome {
        try await store.openChallenge(code, within: sends, idempotencyKey: idempotencyKey, response: [], at: now)
    }

    func registration(
        _ code: NewChallenge, group: String = "fieldwork", state: Registration.State = .startedRegistration
    ) -> RegistrationRecord {
        RegistrationRecord(
            phoneIndex: code.phoneIndex, thumbprint: code.thumbprint, group: Self.group(group), state: state,
            challenge: code.id, phoneSealed: Sealed([4]), deviceName: "a phone", expires: now + .hours(24))
    }

    func start(
        _ code: NewChallenge, group: String = "fieldwork", idempotencyKey: IdempotencyKey? = nil
    ) async throws -> NewChallenge.Outcome {
        try await store.commitStart(
            Registration.next(.invalid, on: .start), starting: registration(code, group: group), code: code,
            keys: code.keys, within: sends, idempotencyKey: idempotencyKey, response: [], at: now)
    }

    /// Starts a registration in a group that verifies nothing.
    func startUnverified(_ code: NewChallenge) async throws -> NewChallenge.Outcome {
        let transition = try Registration.next(.invalid, on: .startUnverified)
        return try await store.commitStart(
            transition, starting: registration(code, group: "demo", state: transition.state), code: nil,
            keys: code.keys, within: sends, idempotencyKey: nil, response: [], at: now)
    }

    func restart(_ code: NewChallenge, idempotencyKey: IdempotencyKey? = nil) async throws -> NewChallenge.Outcome {
        try await store.commitRestart(
            Registration.next(.startedRegistration, on: .restart), restartingWith: code, within: sends,
            idempotencyKey: idempotencyKey, response: [], at: now)
    }

    func cancel(_ registration: RegistrationRecord) async throws -> Bool {
        try await store.commitCancellation(
            Registration.next(registration.state, on: .delete), of: registration, at: now)
    }

    func attempt(
        _ challenge: ChallengeID,
        for purposes: Set<CodePurpose> = [.login, .registration, .deleteAccount, .removeDevice],
        on key: String = "phone"
    ) async throws -> Attempt.Outcome {
        try await store.countAttempt(
            at: challenge, for: purposes, thumbprint: key, codes: codes, sends: sends, shardSeed: random.uint64(),
            at: now)
    }

    /// Counts an attempt; returns nil if the store refused it.
    func counted(
        _ challenge: ChallengeID,
        for purposes: Set<CodePurpose> = [.login, .registration, .deleteAccount, .removeDevice],
        on key: String = "phone"
    ) async throws -> Attempt? {
        guard case .counted(let attempt) = try await attempt(challenge, for: purposes, on: key) else { return nil }
        return attempt
    }

    /// Confirms `registration`, or logs in if it is nil. With `blocked: true` the registration is that of a blocked
    /// person who registers again.
    func signIn(
        _ attempt: Attempt, registration: RegistrationRecord? = nil, blocked: Bool = false,
        idempotencyKey: IdempotencyKey? = nil
    ) async throws -> SignIn.Outcome {
        let signIn = SignIn(
            proof: .code(attempt), registration: registration, phoneIndex: attempt.challenge.phoneIndex,
            newAccount: random.id(),
            session: NewSession(
                device: NewSession.Device(thumbprint: attempt.challenge.thumbprint, publicKey: "{}", name: nil),
                identifiers: NewSession.Identifiers(device: random.id(), session: random.id(), family: random.id()),
                digits: "42", lifetime: .days(30), refreshHash: { _, session, _, _ in session.bytes }))
        guard let registration else {
            return try await store.logIn(signIn, idempotencyKey: idempotencyKey, at: now)
        }
        return try await store.commitConfirmation(
            Registration.next(registration.state, on: blocked ? .confirmAgain : .confirm), signingIn: signIn,
            confirming: registration, isBlocked: blocked, idempotencyKey: idempotencyKey, at: now)
    }

    func delete(
        _ account: AccountRecord, by attempt: Attempt, tag: DeletionTag = tag
    ) async throws -> AccountDeletion.Outcome {
        try await delete(account, confirmedBy: .message(attempt), tag: tag)
    }

    func delete(
        _ account: AccountRecord, confirmedBy given: CountedConfirmation, tag: DeletionTag = tag
    ) async throws -> AccountDeletion.Outcome {
        let purge = OutboxEntry(id: random.id(), kind: .purge, sealed: Sealed([1]))
        return try await store.commitDeletion(
            Registration.next(account.state, on: .delete), deleting: account.id, in: account.state,
            by: AccountDeletion(
                record: DeletionRecord(tag: tag, sealedAccount: Sealed(account.id.bytes)), purge: purge),
            confirmedBy: given, at: now)
    }

    /// Registers a person on a device, advances the clock by 61 s, and returns the account with its first session.
    func register(
        _ phone: PhoneIndex = phone, on key: String = "phone", group: String = "fieldwork"
    ) async throws -> (account: AccountRecord, session: SessionRecord) {
        let code = code(.registration, to: phone, on: key, from: nil, block: phone.bytes)
        _ = try await start(code, group: group)
        guard let attempt = try await counted(code.id, on: key),
            case .signedIn(let account, let session) = try await signIn(
                attempt, registration: registration(code, group: group))
        else { throw SetupFailed() }
        clock.advance(by: .seconds(61))
        return (account, session)
    }

    /// Logs in to an existing account, and advances the clock by 61 s.
    func login(_ phone: PhoneIndex = phone, on key: String) async throws -> SessionRecord {
        let code = code(to: phone, on: key, from: nil, block: phone.bytes)
        _ = try await open(code)
        guard let attempt = try await counted(code.id, on: key),
            case .signedIn(_, let session) = try await signIn(attempt)
        else { throw SetupFailed() }
        clock.advance(by: .seconds(61))
        return session
    }

    /// Enrols an operator with the secret whose hash is `secret`, which is valid for 72 hours.
    func enrol(_ phone: PhoneIndex, _ groups: [String], secret: [UInt8] = [7]) async throws
        -> AuthStore.EnrolledOperator
    {
        try await store.enrolOperator(
            random.id(), phoneIndex: phone, phoneSealed: Sealed([1]), groups: groups.map(Self.group),
            with: OperatorEnrolment(secretHash: secret, expires: now + .hours(72)), reason: nil, at: now)
    }

    /// Creates the account of an operator with a random phone number.
    func makeOperator(of groups: [String]) async throws -> AccountID {
        guard case .ready(let account, _) = try await enrol(PhoneIndex(random.bytes(8)), groups) else {
            throw SetupFailed()
        }
        return account.id
    }

    func snapshot(_ session: SessionRecord) async throws -> SessionSnapshot {
        try await store.snapshot(of: session.id, account: session.account, tag: Self.tag)
    }

    func claimMessages(_ limit: Int = 10) async throws -> [OutboxEntry] {
        try await store.claimDueEntries(limit: limit, retryAfter: .seconds(30), at: now)
    }

    /// The different states of the outbox's entries, sorted.
    func outboxStates() async throws -> [String] {
        try await database.read { transaction in
            try transaction.run(Statement("SELECT DISTINCT state FROM outbox ORDER BY state")).map { try $0.text(0) }
        }
    }
}

/// A step that prepares a test had another outcome than the test needs.
struct SetupFailed: Error {}

extension AuthStoreFixture {
    /// The number of rows of a table that fulfil a condition.
    func count(_ table: String, where condition: String = "1 = 1") async throws -> Int64 {
        let statement = Statement("SELECT COUNT(*) FROM \(table) WHERE \(condition)")
        return try await database.read { try $0.run(statement)[0].int(0) }
    }
}

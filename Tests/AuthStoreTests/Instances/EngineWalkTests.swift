import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

/// The answers and rows of the store do not depend on the engine.
@Suite(.enabled(if: StoreEngine.chosen == .postgres, "compares PostgreSQL with SQLite"))
struct EngineWalkTests {
    @Test(arguments: 0..<4)
    func `the same random steps give the same answers and rows on both engines`(round: Int) async throws {
        var walk = RandomWalk()
        for _ in 0..<round { _ = walk.next() }
        let note = "\(walk.note), round \(round)", seed = walk.next()
        var onSQLite = try await Walk(seed, on: .sqlite), onPostgres = try await Walk(seed, on: .postgres)
        for step in 0..<250 {
            let (one, other) = (try await onSQLite.step(), try await onPostgres.step())
            #expect(one == other, "step \(step); \(note)")
        }
        let (one, other) = (try await contents(onSQLite.fixture), try await contents(onPostgres.fixture))
        #expect(one == other, "\(note)")
    }

    /// All rows but what is random in those of the audit log.
    private func contents(_ fixture: AuthStoreFixture) async throws -> [String: [String]] {
        var all = try await fixture.database.contents()
        let audited = Statement(
            """
            SELECT at, kind, detail, account, device, session, actor, actor_account, actor_device, actor_session, n FROM audit
            """)
        all["audit"] = try await fixture.database.read { try $0.run(audited).map { "\($0.values)" }.sorted() }
        return all
    }
}

/// Random steps of two numbers and three device keys; the same for the same seed.
private struct Walk {
    var fixture: AuthStoreFixture
    private var walk: RandomWalk
    private var challenges: [ChallengeID] = []
    private var attempts: [Attempt] = []
    private var sessions: [SessionRecord] = []
    private var store: AuthStore { fixture.store }

    init(_ seed: UInt64, on engine: StoreEngine) async throws {
        fixture = try await AuthStoreFixture(at: StoreLocation(AuthStore.migrations, on: engine))
        fixture.sends = SendLimits(perNumber: [.init(4, per: .minutes(5))], perDay: 60, perHour: 40, wrongPerHour: 20)
        walk = RandomWalk(seed: seed)
    }

    /// Takes one random step and returns its answer as a text.
    mutating func step() async throws -> String {
        let phone = pick([AuthStoreFixture.phone, AuthStoreFixture.otherPhone]) ?? AuthStoreFixture.phone,
            key = pick(["phone", "tablet", "laptop"]) ?? ""
        switch Int.random(in: 0..<16, using: &walk) {
        case 0: return "\(try await fixture.open(code(pick([.login, .deleteAccount]) ?? .login, phone, key)))"
        case 1:
            return "\(try await fixture.start(code(.registration, phone, key), group: pick(["home", "clinic"]) ?? ""))"
        case 2:
            return
                "\(try await fixture.restart(code(.registration, phone, key)))"
        case 3..<6: return try await guess(by: key)
        case 6..<9: return try await useAttempt()
        case 9..<12: return try await useSession()
        case 12: return try await decide(phone)
        case 13: return try await runBackgroundTask()
        case 14:
            fixture.clock.advance(by: .seconds(Int64.random(in: 1...(coin(20) ? 90_000 : 90), using: &walk)))
            return "time passed"
        default: return try await readRows(phone, key)
        }
    }

    private mutating func code(_ purpose: CodePurpose, _ phone: PhoneIndex, _ key: String) -> NewChallenge {
        let code = fixture.code(purpose, to: phone, on: key)
        challenges.append(code.id)
        return code
    }

    private mutating func guess(by key: String) async throws -> String {
        let known = coin(3) ? pick(challenges) : challenges.last
        let outcome = try await fixture.attempt(known ?? fixture.random.id(), on: key)
        if case .counted(let attempt) = outcome { attempts.append(attempt) }
        return "\(outcome)"
    }

    private mutating func useAttempt() async throws -> String {
        guard let attempt = coin(3) ? pick(attempts) : attempts.last else { return "nobody" }
        let challenge = attempt.challenge
        guard challenge.purpose != .deleteAccount else {
            guard let person = try await store.account(phone: challenge.phoneIndex) else { return "nobody" }
            return "\(try await fixture.delete(person, by: attempt, tag: DeletionTag(person.id.bytes)))"
        }
        let begun = try await store.registration(
            phone: challenge.phoneIndex, thumbprint: challenge.thumbprint, at: fixture.now
        ).registration
        let outcome = try await fixture.signIn(
            attempt, registration: challenge.purpose == .registration ? begun : nil, blocked: coin(4))
        if case .signedIn(_, let session) = outcome { sessions.append(session) }
        return "\(outcome)"
    }

    private mutating func useSession() async throws -> String {
        guard let session = pick(sessions) else { return "nobody" }
        let (account, now) = (session.account, fixture.now)
        switch Int.random(in: 0..<12, using: &walk) {
        case 0..<5:
            let generation = Int64.random(in: 0..<3, using: &walk)
            let token = session.id.bytes + Array(repeating: 1, count: Int(generation))
            let refresh = RefreshRequest(
                account: account, session: session.id, thumbprint: session.thumbprint, generation: generation,
                hashes: [1: token], idleTimeout: .days(14), deletionTag: DeletionTag(account.bytes),
                successorHashes: { _, _, _ in [1: token + [1]] })
            return "\(try await store.refresh(refresh, at: now))"
        case 5..<8:
            return
                "\(try await store.admit(session.id, of: account, digits: coin(3) ? "41" : "42", idle: .days(14), idempotencyKey: nil, at: now))"
        case 8:
            return "\(try await store.revoke(session.id, of: account, from: session.id, idempotencyKey: nil, at: now))"
        case 9:
            let other = pick(sessions) ?? session
            return "\(try await store.revoke(session.id, of: account, from: other.id, idempotencyKey: nil, at: now))"
        case 10: return "\(try await store.revokeAll(of: account, idempotencyKey: nil, at: now))"
        default: return "\(try await store.block(account, at: now))"
        }
    }

    private mutating func decide(_ phone: PhoneIndex) async throws -> String {
        guard let person = try await store.account(phone: phone) else { return "nobody" }
        let decision = ApprovalChange(
            account: person.id, version: person.approvalVersion - (coin(4) ? 1 : 0),
            status: pick([.approvedForSyncing, .disapprovedForSyncing, .waitingForApproval]) ?? .waitingForApproval,
            reason: coin(2) ? "because" : nil)
        return
            "\(try await store.changeApproval(decision, by: .administrator, idempotencyKey: nil, response: [], at: fixture.now))"
    }

    private mutating func runBackgroundTask() async throws -> String {
        let now = fixture.now
        switch Int.random(in: 0..<4, using: &walk) {
        case 0: return "\(try await store.assignSequenceNumbers(waiting: coin(2), limit: 3))"
        case 1:
            return
                "\(try await store.sweep(at: now)), \(try await store.raiseLatestTime(to: now, after: now - .days(1)))"
        case 2: return "\(String(describing: try await store.stopAbusedPrefix("49151", at: now)))"
        default:
            let taken = try await fixture.claimMessages(100).sorted { $0.id < $1.id }
            for (index, entry) in taken.enumerated() {
                try await store.recordResult(index % 3 == 0 ? .retry(at: now + .seconds(5)) : .sent, of: entry.id)
            }
            return "\(taken)"
        }
    }

    private mutating func readRows(_ phone: PhoneIndex, _ key: String) async throws -> String {
        let now = fixture.now
        var seen = ["\(try await store.registration(phone: phone, thumbprint: key, at: now))"]
        seen.append("\(try await store.events(after: Int64.random(in: 0...9, using: &walk), limit: 4))")
        seen.append(
            "\(try await store.accounts(approval: .waitingForApproval, groups: nil, phone: coin(2) ? phone : nil, limit: 3))"
        )
        seen.append("\(try await fixture.outboxStates())")
        if let session = pick(sessions) {
            seen.append("\(try await fixture.snapshot(session))")
            seen.append("\(try await store.sessions(of: session.account))")
            seen.append("\(String(describing: try await store.syncFacts(of: session.account, at: now)))")
        }
        return seen.joined(separator: "\n")
    }

    /// Returns true with a probability of one in `sides`.
    private mutating func coin(_ sides: Int) -> Bool { Int.random(in: 0..<sides, using: &walk) == 0 }

    private mutating func pick<T>(_ all: [T]) -> T? { all.randomElement(using: &walk) }
}

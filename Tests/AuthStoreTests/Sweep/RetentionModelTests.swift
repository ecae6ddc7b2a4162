import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

/// Random rows, random advances of the clock and sweeps at random moments, compared with a plain model.
@Suite(.timeLimit(.minutes(1))) struct `The retention of rows over random histories` {
    @Test func `after each step every table has the rows that the model has`() async throws {
        var walk = RandomWalk()
        let note = walk.note
        // One history is enough to see that the engines do not differ.
        let rounds = StoreEngine.chosen == .sqlite ? 3 : 1
        for round in 0..<rounds {
            var history = try await RetentionHistory(RandomWalk(seed: walk.next()))
            for step in 0..<300 {
                let name = try await history.step("round \(round), step \(step); \(note)")
                let counts = try await history.storedCounts(), modelled = history.model.counts
                #expect(counts == modelled, "round \(round), step \(step), \(name); \(note)")
                if counts != modelled { return }
            }
        }
    }
}

/// A history of one store, and the model of it.
private struct RetentionHistory {
    private static let keys = ["phone", "tablet"]
    private static let tables = [
        "proof_seen", "idempotency", "otp_challenge", "otp_streak", "send_window", "outbox", "registration", "session",
        "revocation_event",
    ]

    private let fixture: AuthStoreFixture
    private(set) var model = RetentionModel()
    private var walk: RandomWalk
    private let requests: [RequestID]
    private var challenges: [(code: NewChallenge, caller: String)] = []
    private var accounts: [AccountID] = []

    private var now: Instant { fixture.now }

    init(_ walk: RandomWalk) async throws {
        self.walk = walk
        var fixture = try await AuthStoreFixture()
        fixture.codes = CodeLimits(inARow: 1_000)
        fixture.sends = SendLimits(
            perNumber: [.init(1_000, per: .hours(24))], perAddress: [], perBlock: [])
        self.fixture = fixture
        requests = (0..<3).map { _ in fixture.random.id() }
    }

    /// Takes one random step and returns its name.
    mutating func step(_ note: String) async throws -> String {
        switch Int.random(in: 0..<24, using: &walk) {
        case 0..<3: return try await recordProof(note)
        case 3..<7: return try await requestCode(note)
        case 7..<9: return try await startRegistration(note)
        case 9..<12: return try await attempt()
        case 12..<14: return try await sendMessages(note)
        case 14: return try await register()
        case 15: return try await logOutEverywhere()
        case 16: return try await sweep()
        case 17..<20:
            // The last moment of a row, mostly of one of the next to end, or the moment after it.
            let ends = model.ends(from: now)
            guard !ends.isEmpty else { return "no row" }
            let turn = (0..<4).map { _ in Int.random(in: 0..<ends.count, using: &walk) }.min() ?? 0
            fixture.clock.advance(by: ends[turn] - now + .milliseconds(Int.random(in: 0...1, using: &walk)))
            return try await sweep()
        default:
            fixture.clock.advance(by: randomTime())
            return "advance"
        }
    }

    private mutating func sweep() async throws -> String {
        try await fixture.store.sweep(at: now, chunk: .random(in: 1...20, using: &walk))
        model.sweep(at: now)
        return "sweep"
    }

    func storedCounts() async throws -> [String: Int64] {
        var counts: [String: Int64] = [:]
        for table in Self.tables { counts[table] = try await fixture.count(table) }
        // A period of a quota has a row for each shard that was used.
        let periods = Statement("SELECT COUNT(*) FROM (SELECT DISTINCT name, period FROM quota) AS periods")
        counts["quota"] = try await fixture.database.select(periods)[0].int(0)
        return counts.filter { $0.value > 0 }
    }

    private mutating func recordProof(_ note: String) async throws -> String {
        let jti = "\(Int.random(in: 0..<3, using: &walk))",
            expires = now + .minutes(Int.random(in: 1...11, using: &walk))
        let isNew = try await fixture.store.recordProof(jti: jti, thumbprint: "phone", expires: expires)
        #expect(isNew == !model.contains("proof_seen", jti), "\(note)")
        if isNew { model.set("proof_seen", jti, keptUntil: expires + .minutes(1)) }
        return "recordProof"
    }

    private mutating func requestCode(_ note: String) async throws -> String {
        let (code, caller) = newCode(.login), request = requests.randomElement(using: &walk)
        let key = request.map {
            IdempotencyKey(owner: [], thumbprint: code.thumbprint, method: "otp.request", request: $0, mac: [])
        }
        let outcome = try await fixture.store.openChallenge(
            code, within: fixture.sends, idempotencyKey: key, response: [], at: now)
        let name = "\(code.thumbprint) \(String(describing: request))"
        if model.contains("idempotency", name) {
            guard case .replayed = outcome else { return "\(outcome), not replayed" }
        } else {
            #expect(outcome == .opened, "\(note)")
            model.set("idempotency", name, keptUntil: now + .days(1))
            send(code, caller)
        }
        return "requestCode"
    }

    private mutating func startRegistration(_ note: String) async throws -> String {
        let (code, caller) = newCode(.registration), phone = code.phoneIndex
        let live = try await fixture.store.registration(phone: phone, thumbprint: code.thumbprint, at: now).registration
        let outcome = try await fixture.start(code)
        #expect(outcome == (live == nil ? .opened : .stateChanged), "\(note)")
        if live == nil {
            send(code, caller)
            model.set("registration", caller, keptUntil: now + .hours(24) + .days(1))
        }
        return "startRegistration"
    }

    private mutating func attempt() async throws -> String {
        guard let (code, caller) = challenges.suffix(3).randomElement(using: &walk) else { return "no code" }
        if try await fixture.counted(code.id, on: code.thumbprint) != nil {
            model.set("otp_streak", caller, keptUntil: now + .days(30))
            model.count("wrong", per: .hours(1), at: now)
        }
        return "attempt"
    }

    private mutating func sendMessages(_ note: String) async throws -> String {
        let claimed = try await fixture.claimMessages(1_000), expected = model.claimMessages(at: now)
        #expect(Set(claimed.map { "\($0.id)" }) == expected, "\(note)")
        for entry in claimed {
            let result: AuthStore.SendResult = [.sent, .dead, .retry(at: now)].randomElement(using: &walk) ?? .sent
            try await fixture.store.recordResult(result, of: entry.id)
            if result != .retry(at: now) { model.finish("\(entry.id)") }
        }
        return "sendMessages"
    }

    /// Registers a person whose number nobody else uses: the code is used at once, and its message dropped.
    private mutating func register() async throws -> String {
        let phone = PhoneIndex([9, UInt8(truncatingIfNeeded: accounts.count), 9]), begun = now
        let (account, session) = try await fixture.register(phone)
        let name = "account \(accounts.count)"
        model.send(name, message: name, to: name, caller: name, at: begun)
        model.dropMessage(of: name)
        model.count("wrong", per: .hours(1), at: begun)
        model.set("session", name, keptUntil: session.expires + .days(395))
        accounts.append(account.id)
        return "register"
    }

    private mutating func logOutEverywhere() async throws -> String {
        guard let index = accounts.indices.randomElement(using: &walk) else { return "no account" }
        _ = try await fixture.store.revokeAll(of: accounts[index], idempotencyKey: nil, at: now)
        let count = try await fixture.store.assignSequenceNumbers(limit: 1_000)
        for number in 0..<count {
            model.set("revocation_event", "\(now) \(index) \(number) \(walk.next())", keptUntil: now + .days(1))
        }
        return "logOutEverywhere"
    }

    private mutating func newCode(_ purpose: CodePurpose) -> (code: NewChallenge, caller: String) {
        let phone = UInt8.random(in: 1...2, using: &walk), key = Self.keys.randomElement(using: &walk) ?? ""
        return (fixture.code(purpose, to: PhoneIndex([phone]), on: key), "\(phone) \(key)")
    }

    private mutating func send(_ code: NewChallenge, _ caller: String) {
        challenges.append((code, caller))
        let message = code.message.map { "\($0.id)" } ?? ""
        model.send("\(code.id)", message: message, to: "\(code.phoneIndex)", caller: caller, at: now)
    }

    private mutating func randomTime() -> Duration {
        let longest: [Duration] = [.minutes(1), .minutes(20), .hours(1), .days(1), .days(3)]
        return .milliseconds(Int64.random(in: 0...(longest.randomElement(using: &walk) ?? .zero).ms, using: &walk))
    }
}

import AuthStore
import Domain
import Primitives
import StoreSupport
import Support
import Testing

/// Random requests for codes, attempts and right codes of three device keys at three numbers, compared with a plain
/// model of the limits.
@Suite struct `The limits on codes over random histories` {
    @Test func `every answer is that of the model`() async throws {
        var walk = RandomWalk(), answers: [String: Int] = [:]
        let note = walk.note
        // One history is enough to see that the engines do not differ.
        let rounds = StoreEngine.chosen == .sqlite ? 4 : 1
        for round in 0..<rounds {
            var history = try await LimitHistory(RandomWalk(seed: walk.next()))
            for step in 0..<400 {
                try await history.step("round \(round), step \(step); \(note)")
                if !history.holds { return }
            }
            answers.merge(history.answers, uniquingKeysWith: +)
        }
        // Otherwise the histories would say little about the limits.
        for (answer, count) in answers where rounds > 1 { #expect(count >= 3, "\(answer); \(note)") }
    }
}

/// A history of one store, and the model of it.
private struct LimitHistory {
    private static let phones = (1...3).map { PhoneIndex([UInt8($0)]) }
    private static let keys = ["phone", "tablet", "laptop"]

    let fixture: AuthStoreFixture
    private var model: LimitModel
    private var walk: RandomWalk
    private var challenges: [ChallengeID] = []
    private var attempts: [Attempt] = []
    private(set) var holds = true
    /// How often each kind of answer was seen.
    private(set) var answers = [
        "sent": 0, "sendLimit": 0, "send wait": 0, "counted": 0, "exhausted": 0, "unusable": 0, "attempt wait": 0,
        "used": 0, "not used": 0,
    ]

    /// Two of the numbers have an account, each with its own device.
    init(_ walk: RandomWalk) async throws {
        self.walk = walk
        var fixture = try await AuthStoreFixture()
        for (phone, key) in zip(Self.phones, ["phone", "tablet"]) { _ = try await fixture.register(phone, on: key) }
        fixture.clock.advance(by: .days(2))
        fixture.codes = CodeLimits(perChallenge: 3, inARow: 5)
        fixture.sends = SendLimits(
            perNumber: [.init(1, per: .seconds(60)), .init(3, per: .minutes(10))],
            perNumberAndGroup: [.init(2, per: .minutes(10))], perNumberAndKey: [.init(4, per: .minutes(10))],
            perNumberReserve: [.init(2, per: .minutes(10))], perAddress: [.init(5, per: .minutes(10))],
            perBlock: [.init(3, per: .minutes(10))], perBlockAndGroup: [.init(3, per: .minutes(10))], perDay: 60,
            perHour: 20, wrongPerHour: 8)
        self.fixture = fixture
        model = LimitModel(
            codes: fixture.codes, sends: fixture.sends,
            owners: [.init(phone: Self.phones[0], key: "phone"), .init(phone: Self.phones[1], key: "tablet")])
    }

    mutating func step(_ note: String) async throws {
        switch Int.random(in: 0..<20, using: &walk) {
        case 0..<6: try await send(note)
        case 6..<14:
            try await attempt(note)
            try await attempt(note)
        case 14..<16: try await use(note)
        case 16: try await fixture.store.sweep(at: fixture.now)
        default: fixture.clock.advance(by: randomTime())
        }
    }

    private mutating func send(_ note: String) async throws {
        let phone = Int.random(in: 0..<3, using: &walk)
        let code = fixture.code(
            to: Self.phones[phone], on: Self.keys.randomElement(using: &walk) ?? "",
            from: [nil, [1], [2]].randomElement(using: &walk) ?? nil, block: [UInt8(phone / 2)])
        let outcome = try await fixture.open(code), refusals = model.send(code, at: fixture.now)
        switch outcome {
        case .opened:
            challenges.append(code.id)
            count("sent", refusals.isEmpty, "\(refusals); \(note)")
        case .wait: count("send wait", refusals.contains(outcome), "\(outcome), not \(refusals); \(note)")
        case .sendLimit, .replayed, .stateChanged:
            count("sendLimit", refusals.contains(outcome), "\(outcome), not \(refusals); \(note)")
        }
    }

    private mutating func attempt(_ note: String) async throws {
        let isLast = Int.random(in: 0..<3, using: &walk) > 0
        guard let id = isLast ? challenges.last : challenges.suffix(6).randomElement(using: &walk) else { return }
        for key in Self.keys {
            let outcome = try await fixture.attempt(id, on: key)
            let expected = model.attempt(id, by: key, at: fixture.now)
            let isRefused = expected.refusals.contains(outcome)
            let comment = "\(outcome), not \(expected); \(note)"
            switch outcome {
            case .counted(let attempt):
                attempts.append(attempt)
                let isSame = attempt.streak == expected.streak && attempt.left == expected.left
                count("counted", expected.refusals.isEmpty && isSame, comment)
            case .codeUnusable: count("unusable", isRefused, comment)
            case .exhausted: count("exhausted", isRefused, comment)
            case .wait: count("attempt wait", isRefused, comment)
            }
        }
    }

    /// Uses the right code of an attempt, not always of the last one.
    private mutating func use(_ note: String) async throws {
        guard let attempt = attempts.suffix(3).randomElement(using: &walk) else { return }
        let isUsed = try await fixture.signIn(attempt) != .codeUnusable
        count(isUsed ? "used" : "not used", isUsed == model.use(attempt, at: fixture.now), note)
    }

    private mutating func randomTime() -> Duration {
        let times: [Duration] = [
            .milliseconds(1), .seconds(30), .milliseconds(59_999), .seconds(60), .seconds(60), .minutes(4),
            .minutes(10), .milliseconds(1_199_999), .minutes(20), .hours(1),
        ]
        return Int.random(in: 0..<60, using: &walk) == 0 ? .days(1) : times.randomElement(using: &walk) ?? .zero
    }

    private mutating func count(_ answer: String, _ isExpected: Bool, _ comment: String) {
        answers[answer, default: 0] += 1
        if !isExpected { holds = false }
        #expect(isExpected, "\(comment)")
    }
}

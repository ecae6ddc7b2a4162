import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `Sessions over two instances` {
    private func refresh(_ session: SessionRecord) -> Refresh {
        let token = session.id.bytes
        return Refresh(
            account: session.account, session: session.id, thumbprint: session.thumbprint, generation: 0, hash: token,
            idle: .days(14), tag: [3], successorHash: { _ in token + [1] })
    }

    @Test func `sixty-four parallel refreshes lead to one successor`() async throws {
        let twins = try await House.twins()
        let (_, session) = try await twins.first.register()
        let generations = try await twins.parallel(64) { house, _ -> Int64 in
            guard case .refreshed(_, let now) = try await house.store.refresh(refresh(session), at: house.now) else {
                return -1
            }
            return now.generation
        }
        #expect(generations == Array(repeating: 1, count: 64))
    }

    @Test func `of parallel decisions on one version one is made`() async throws {
        let twins = try await House.twins()
        let (account, _) = try await twins.first.register(group: "clinic")
        let decision = Decision(
            account: account.id, version: account.approvalVersion, status: .approvedForSyncing, reason: nil)
        let outcomes = try await twins.parallel(16) { house, _ in
            try await house.store.decide(decision, by: .administrator, once: nil, answer: [], at: house.now)
        }
        #expect(outcomes.count { $0 == .stale } == 15)
        #expect(try await twins.first.store.account(account.id)?.approvalVersion == account.approvalVersion + 1)
    }

    @Test func `the third wrong pair of digits ends a waiting session, however they come`() async throws {
        let twins = try await House.twins()
        let (account, _) = try await twins.first.register()
        let waiting = try await twins.first.login(on: "tablet")
        let outcomes = try await twins.parallel(20) { house, _ in
            try await house.store.admit(waiting.id, of: account.id, digits: "99", once: nil, at: house.now)
        }
        #expect(outcomes.count { $0 == .otherDigits } == 3)
        #expect(outcomes.count { $0 == .unknown } == 17)
    }

    @Test func `where one device is allowed, of those who come in at once one stays`() async throws {
        var twins = try await House.twins()
        twins.limit { $0 = SendLimits(number: [], address: [], block: []) }
        let (account, _) = try await twins.first.register(on: "key 0", group: "clinic")
        for turn in 1..<4 {
            let waiting = try await twins.first.login(on: "key \(turn)")
            _ = try await twins.first.store.admit(
                waiting.id, of: account.id, digits: "42", once: nil, at: twins.first.now)
        }
        for _ in 0..<6 {
            let entered = try await twins.parallel(4) { house, turn in
                let code = house.code(on: "key \(turn)")
                _ = try await house.open(code)
                guard let attempt = try await house.counted(code.id, on: "key \(turn)"),
                    case .entered(_, let session) = try await house.enter(attempt)
                else { return false }
                return session.gate == .full
            }
            #expect(entered == [true, true, true, true])
            #expect(try await twins.count("session", where: "ended IS NULL") == 1)
        }
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, "SQLite has one writer, so nobody waits for another"))
    func `nobody is ever given up because two waited for each other`() async throws {
        var twins = try await House.twins()
        twins.limit { $0 = SendLimits(number: [], address: [], block: [], perDay: 400, wrongPerHour: 400) }
        let (account, session) = try await twins.first.register()
        _ = try await twins.parallel(240) { house, turn in
            let key = ["phone", "tablet"][turn / 2 % 2], code = house.code(.registration, on: key)
            switch turn % 8 {
            case 0: _ = try await house.open(house.code(on: key))
            case 1: _ = try await house.start(code)
            case 2:
                _ = try await house.store.restartRegistration(
                    code, within: house.sends, once: nil, answer: [], at: house.now)
            case 3: _ = try await house.store.refresh(refresh(session), at: house.now)
            case 4: _ = try await house.store.revokeAll(of: account.id, once: nil, at: house.now)
            case 5:
                let begun = try await house.store.registration(of: House.phone, by: key, at: house.now).registration
                guard let begun, let attempt = try await house.counted(begun.challenge, on: key) else { break }
                _ = try await house.enter(attempt, registration: begun)
            case 6:
                let code = house.code(.deleteAccount, on: key)
                _ = try await house.open(code)
                guard turn % 40 == 6, let attempt = try await house.counted(code.id, on: key) else { break }
                _ = try await house.store.delete(
                    account.id, by: attempt, tag: [3],
                    purge: OutboxEntry(id: house.random.id(), kind: .purge, sealed: []), sends: house.sends,
                    at: house.now)
            default: while try await house.store.numberEvents() > 0 {}
            }
        }
        #expect(try await twins.deadlocks() == 0)
    }
}

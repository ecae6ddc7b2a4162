import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `Sessions on two instances` {
    private func refresh(_ session: SessionRecord) -> RefreshRequest {
        let token = session.id.bytes
        return RefreshRequest(
            account: session.account, session: session.id, thumbprint: session.thumbprint, generation: 0,
            hashes: [1: token],
            idleTimeout: .days(14), deletionTag: AuthStoreFixture.tag, successorHashes: { _, _, _ in [1: token + [1]] })
    }

    @Test(.requirement("T5")) func `sixty-four parallel refreshes lead to one successor`() async throws {
        let instances = try await TwoInstances()
        let (_, session) = try await instances.first.register()
        let generations = try await instances.parallel(64) { fixture, _ -> Int64 in
            try await fixture.store.refresh(refresh(session), at: fixture.now).session?.generation ?? -1
        }
        #expect(generations == Array(repeating: 1, count: 64))
    }

    @Test func `of parallel decisions on one version one takes effect`() async throws {
        let instances = try await TwoInstances()
        let (account, _) = try await instances.first.register(group: "clinic")
        let decision = ApprovalChange(
            account: account.id, version: account.approvalVersion, status: .approvedForSyncing, reason: nil)
        let outcomes = try await instances.parallel(16) { fixture, _ in
            try await fixture.store.changeApproval(
                decision, by: .administrator, idempotencyKey: nil, response: [], at: fixture.now)
        }
        #expect(outcomes.count { $0 == .stale } == 15)
        #expect(try await instances.first.store.account(account.id)?.approvalVersion == account.approvalVersion + 1)
    }

    @Test func `the third wrong pair of digits ends a waiting session, also for parallel requests`() async throws {
        let instances = try await TwoInstances()
        let (account, _) = try await instances.first.register()
        let waiting = try await instances.first.login(on: "tablet")
        let outcomes = try await instances.parallel(20) { fixture, _ in
            try await fixture.store.admit(
                waiting.id, of: account.id, digits: "99", idle: .days(14), idempotencyKey: nil, at: fixture.now)
        }
        #expect(outcomes.count { $0 == .wrongDigits } == 3)
        #expect(outcomes.count { $0 == .unknown } == 17)
    }

    @Test func `where one device is allowed, one of several parallel logins stays`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        let (account, _) = try await instances.first.register(on: "key 0", group: "clinic")
        for turn in 1..<4 {
            let waiting = try await instances.first.login(on: "key \(turn)")
            _ = try await instances.first.store.admit(
                waiting.id, of: account.id, digits: "42", idle: .days(14), idempotencyKey: nil, at: instances.first.now)
        }
        for _ in 0..<6 {
            let entered = try await instances.parallel(4) { fixture, turn in
                let code = fixture.code(on: "key \(turn)")
                _ = try await fixture.open(code)
                guard let attempt = try await fixture.counted(code.id, on: "key \(turn)"),
                    case .signedIn(_, let session) = try await fixture.signIn(attempt)
                else { return false }
                return session.level == .full
            }
            #expect(entered == [true, true, true, true])
            #expect(try await instances.count("session", where: "ended IS NULL") == 1)
        }
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, "SQLite has one writer, so nobody waits for another"))
    func `no transactions deadlock`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: [], perDay: 400, wrongPerHour: 400) }
        let (account, session) = try await instances.first.register()
        _ = try await instances.parallel(240) { fixture, turn in
            let key = ["phone", "tablet"][turn / 2 % 2], code = fixture.code(.registration, on: key)
            switch turn % 8 {
            case 0: _ = try await fixture.open(fixture.code(on: key))
            case 1: _ = try await fixture.start(code)
            case 2:
                _ = try await fixture.restart(code)
            case 3: _ = try await fixture.store.refresh(refresh(session), at: fixture.now)
            case 4: _ = try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
            case 5:
                let begun = try await fixture.store.registration(
                    phone: AuthStoreFixture.phone, thumbprint: key, at: fixture.now
                ).registration
                guard let begun, let attempt = try await fixture.counted(begun.challenge, on: key) else { break }
                _ = try await fixture.signIn(attempt, registration: begun)
            case 6:
                let code = fixture.code(.deleteAccount, on: key)
                _ = try await fixture.open(code)
                guard turn % 40 == 6, let attempt = try await fixture.counted(code.id, on: key) else { break }
                _ = try await fixture.delete(account, by: attempt)
            default: while try await fixture.store.assignSequenceNumbers() > 0 {}
            }
        }
        #expect(try await instances.deadlocks() == 0)
    }
}

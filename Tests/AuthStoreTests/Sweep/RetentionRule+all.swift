import AuthStore
import Domain
import Primitives
import SQL
import Support

extension RetentionRule {
    static let all =
        proofsAndRequests + processes + codes + limits + messages + sessionsAndEvents + confirmations
        + families

    private static let proofsAndRequests = [
        RetentionRule("a used request proof is kept for a minute after its expiry", "proof_seen", kept: .minutes(1)) {
            fixture in
            let expires = fixture.now + .minutes(11)
            let record: @Sendable (AuthStoreFixture) async throws -> Bool = {
                try await $0.store.recordProof(jti: "one", thumbprint: "phone", expires: expires)
            }
            _ = try await record(fixture)
            return RetainedRows(since: expires, effectLasts: .minutes(1)) { try await !record($0) }
        },
        RetentionRule("the response to a request with a requestId is kept for a day", "idempotency", kept: .days(1)) {
            fixture in
            let key = IdempotencyKey(
                owner: [], thumbprint: "phone", method: "otp.request", request: fixture.random.id(), mac: [1])
            let request: @Sendable (AuthStoreFixture) async throws -> NewChallenge.Outcome = {
                try await $0.store.openChallenge(
                    $0.code(), within: $0.sends, idempotencyKey: key, response: [2], at: $0.now)
            }
            _ = try await request(fixture)
            let response = StoredResponse.response([2], at: fixture.now)
            return RetainedRows(since: fixture.now, effectLasts: .days(1)) {
                try await request($0) == .replayed(response)
            }
        },
    ]

    private static let processes = [
        RetentionRule("a process that has stopped is known for a day after its last report", "instance", kept: .days(1))
        { fixture in
            let instance = RunningInstance(fixture.random.id(), name: "host-1:4711", keys: [])
            try await fixture.store.report(instance, at: fixture.now)
            return RetainedRows(since: fixture.now, effectLasts: RunningInstance.lifetime) {
                try await $0.store.runningInstances(at: $0.now) == [instance]
            }
        }
    ]

    private static let codes = [
        RetentionRule("a code is known for two days after its expiry", "otp_challenge", kept: .days(2)) { fixture in
            let code = fixture.code()
            _ = try await fixture.open(code)
            return RetainedRows(since: code.expires, effectLasts: .days(2)) {
                try await $0.store.challenge(code.id, thumbprint: "phone") != nil
            }
        },
        RetentionRule("a challenge for a PIN is known for a day after its expiry", "pin_challenge", kept: .days(1)) {
            fixture in
            let (_, session) = try await fixture.register()
            let id: PINChallengeID = fixture.random.id()
            let new = NewPINChallenge(
                id: id, purpose: .enrol, thumbprint: "phone", session: session.id, newSalt: [1],
                hashKey: 1)
            _ = try await fixture.store.openPINChallenge(
                new, on: nil, lapse: .days(90), idle: .days(14), at: fixture.now)
            return RetainedRows(
                since: fixture.now + PINChallengeRecord.lifetime, effectLasts: RetainedRows.untilJustBefore
            ) {
                try await $0.store.pinChallenge(id, for: .enrol, thumbprint: "phone", at: $0.now) != nil
            }
        },
        RetentionRule("unused codes count against their prefix for two days", "otp_challenge", kept: .days(2)) {
            fixture in
            fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
            let codes = (0..<100).map { [fixture] in fixture.code(on: "key \($0)") }
            for code in codes { _ = try await fixture.open(code) }
            return RetainedRows(since: codes[0].expires, effectLasts: .days(2)) {
                try await $0.store.stopAbusedPrefix("49151", at: $0.now) != nil
            }
        },
        RetentionRule("attempts in a row count for 30 days after the last one", "otp_streak", kept: .days(30)) {
            fixture in
            fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
            let attempt: @Sendable (AuthStoreFixture) async throws -> Int64? = {
                let code = $0.code()
                _ = try await $0.open(code)
                return try await $0.counted(code.id)?.streak
            }
            _ = try await attempt(fixture)
            return RetainedRows(since: fixture.now, effectLasts: .days(30)) { try await attempt($0) == 2 }
        },
        RetentionRule(
            "a device key that has to wait is known for 30 days after the wait", "otp_streak", kept: .days(30)
        ) { fixture in
            fixture.codes = CodeLimits(inARow: 2)
            fixture.sends = SendLimits(perNumber: [])
            let code = fixture.code()
            _ = try await fixture.open(code)
            for _ in 0..<2 { _ = try await fixture.attempt(code.id) }
            let until = fixture.now + .minutes(20)
            return RetainedRows(since: until, effectLasts: RetainedRows.untilJustBefore) {
                try await $0.open($0.code()) == .wait(until: until)
            }
        },
        RetentionRule("a registration is kept for a day after its expiry", "registration", kept: .days(1)) { fixture in
            let code = fixture.code(.registration)
            _ = try await fixture.start(code)
            return RetainedRows(since: fixture.now + .hours(24), effectLasts: RetainedRows.untilJustBefore) {
                try await $0.store.registration(challenge: code.id, thumbprint: "phone", at: $0.now) != nil
            }
        },
    ]

    private static let limits = [
        sendWindow("number", .hours(24)) { SendLimits(perNumber: [$0], perAddress: [], perBlock: []) },
        sendWindow("address", .hours(1)) { SendLimits(perNumber: [], perAddress: [$0], perBlock: []) },
        sendWindow("block", .hours(1)) { SendLimits(perNumber: [], perAddress: [], perBlock: [$0]) },
        quota("wrong", .hours(1), SendLimits(perNumber: [], perAddress: [], perBlock: [], wrongPerHour: 1)) {
            let code = $0.code()
            _ = try await $0.open(code)
            return try await $0.counted(code.id) != nil
        },
        quota("send", .days(1), SendLimits(perNumber: [], perAddress: [], perBlock: [], perDay: 1)) {
            try await $0.open($0.code()) == .opened
        },
        quota("send hour", .hours(1), SendLimits(perNumber: [], perAddress: [], perBlock: [], perHour: 1)) {
            try await $0.open($0.code()) == .opened
        },
    ]

    /// The rule for the sends under one key, of which the limits allow one in a span.
    private static func sendWindow(
        _ scope: String, _ span: Duration, _ limits: @escaping @Sendable (SendLimits.Rate) -> SendLimits
    ) -> RetentionRule {
        let rows = "scope = '\(scope)'"
        return RetentionRule(
            "the sends to one \(scope) are kept for a minute after \(span)", "send_window", where: rows,
            kept: .minutes(1)
        ) { fixture in
            fixture.sends = limits(SendLimits.Rate(1, per: span))
            // Without an address, a used-up block has no reserve.
            let address: [UInt8]? = scope == "address" ? [9] : nil
            _ = try await fixture.open(fixture.code(from: address))
            let until = fixture.now + span
            return RetainedRows(since: until, effectLasts: RetainedRows.untilJustBefore) {
                try await $0.open($0.code(from: address)) == .sendLimit(retryAt: until)
            }
        }
    }

    /// The rule for a quota of one per period. The period begins with the clock's time.
    /// - Parameter use: uses the quota; returns false if it is used up.
    private static func quota(
        _ name: String, _ period: Duration, _ limits: SendLimits,
        _ use: @escaping @Sendable (AuthStoreFixture) async throws -> Bool
    ) -> RetentionRule {
        let rows = "name = '\(name)'"
        return RetentionRule(
            "a period's count of '\(name)' is kept for a minute after it", "quota", where: rows, kept: .minutes(1)
        ) { fixture in
            fixture.sends = limits
            let end = Instant(ms: (fixture.now.ms / period.ms + 2) * period.ms)
            fixture.clock.set(end - period)
            _ = try await use(fixture)
            return RetainedRows(since: end, effectLasts: RetainedRows.untilJustBefore) { try await !use($0) }
        }
    }

    private static let messages = [
        message("sent") { fixture in
            for entry in try await fixture.claimMessages() {
                try await fixture.store.recordResult(.sent, of: entry.id)
            }
        },
        message("dead") { fixture in
            for entry in try await fixture.claimMessages() {
                try await fixture.store.recordResult(.dead, of: entry.id)
            }
        },
        message("dropped") { _ = try await $0.open($0.code()) },
    ]

    /// The rule for a message in a final state, which `finish` gives it.
    private static func message(
        _ state: String, _ finish: @escaping @Sendable (AuthStoreFixture) async throws -> Void
    ) -> RetentionRule {
        RetentionRule(
            "a message that is \(state) is kept for two days", "outbox", where: "state = '\(state)'", kept: .days(2)
        ) { fixture in
            fixture.sends.perNumber = []
            _ = try await fixture.open(fixture.code())
            try await finish(fixture)
            return RetainedRows(since: fixture.now)
        }
    }

    private static let sessionsAndEvents = [
        RetentionRule("why a session ended is known for 395 days after its expiry", "session", kept: .days(395)) {
            fixture in
            let (account, session) = try await fixture.register()
            _ = try await fixture.store.revoke(
                session.id, of: account.id, from: session.id, idempotencyKey: nil, at: fixture.now)
            return RetainedRows(since: session.expires, effectLasts: .days(395)) {
                try await $0.snapshot(session).verdict(idle: .days(14), at: $0.now) == .ended(.sessionRevoked)
            }
        },
        RetentionRule("a revocation event is in the feed for a day", "revocation_event", kept: .days(1)) { fixture in
            let (account, _) = try await fixture.register()
            _ = try await fixture.store.block(account.id, at: fixture.now)
            _ = try await fixture.store.assignSequenceNumbers()
            return RetainedRows(since: fixture.now, effectLasts: .days(1)) {
                let page = try await $0.store.events(after: 0)
                return page.floor == 0 && page.events.map(\.account) == [account.id]
            }
        },
    ]
}

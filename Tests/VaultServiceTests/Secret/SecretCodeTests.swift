import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService
import VaultStore

@Suite struct `secret.code` {
    @Test func `plays its example: the codes of two test times of RFC 6238`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var params = SecretAdd.example.params
        // The RFC's key, "12345678901234567890", and its eight digits.
        params.body["secret"] = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        params.body["digits"] = 8
        _ = try await person.call(SecretAdd.self, params)
        for (seconds, code) in [(Int64(2_000_000_000), "69279037"), (20_000_000_000, "65353130")] {
            fixture.clock.set(Instant(ms: seconds * 1000 + 18_000))
            let answer = try await person.call(SecretCode.self, SecretCode.example.params)
            let left = 30_000 - (seconds * 1000 + 18_000) % 30_000
            #expect(answer.digits == 8 && answer.periodSeconds == 30 && answer.validForMs == Int(left))
            fixture.clock.set(Instant(ms: seconds * 1000))
            #expect(try await person.call(SecretCode.self, SecretCode.example.params).code.reveal == code)
        }
    }

    /// The codes that pyotp gives for this key at these times.
    @Test(arguments: [(Int64(0), "CRFP3"), (30, "H8RK3")]) func `a Steam item has a code of five characters`(
        second: Int64, code: String
    ) async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var params = SecretAdd.example.params
        params.body["type"] = "steam"
        params.body["secret"] = "STK7746GVMCHMNH5FBIAQXGPV3I7ZHRG"
        params.body["digits"] = 5
        params.body["period"] = nil
        _ = try await person.call(SecretAdd.self, params)
        fixture.clock.set(Instant(ms: second * 1000 + 10_000))
        let answer = try await person.call(SecretCode.self, SecretCode.example.params)
        #expect(answer.code.reveal == code && answer.digits == 5)
        #expect(answer.periodSeconds == 30 && answer.validForMs == 20_000)
    }

    /// Adds a counter-based item with the key of RFC 4226.
    private func addCounter(_ counter: String, by person: VaultPerson) async throws -> SecretAdd.Answer {
        var params = SecretAdd.example.params
        params.body["secret"] = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        (params.body["type"], params.body["counter"]) = ("hotp", .string(counter))
        return try await person.call(SecretAdd.self, params)
    }

    /// The codes of the counters 0 to 9, from RFC 4226, appendix D.
    private static let rfc4226 = [
        "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
    ]

    @Test func `the codes of a counter-based item are those of RFC 4226, each once, and each is a change of the item`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await addCounter("0", by: person)
        for (counter, code) in Self.rfc4226.enumerated() {
            let answer = try await person.call(SecretCode.self, .init(id: made.id))
            #expect(answer.code.reveal == code && answer.digits == 6 && answer.counter?.value == Int64(counter))
            #expect(answer.periodSeconds == nil && answer.validForMs == nil)
        }
        let item = try #require(try await person.pull().items.first)
        #expect(item.rev.value == 11 && item.body?["counter"] == "10" && item.updatedBy == person.device)
    }

    @Test func `a repeated request has the first code, and another device's request with the same id a new one`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await addCounter("3", by: person), request: RequestID = fixture.id()
        let params = SecretCode.Params(id: made.id, requestId: request)
        let first = try await person.call(SecretCode.self, params)
        _ = try await person.call(SecretCode.self, .init(id: made.id))
        #expect(try await person.call(SecretCode.self, params) == first && first.code.reveal == Self.rfc4226[3])
        let other = try await person.onAnotherDevice().call(SecretCode.self, params)
        #expect(other.code.reveal == Self.rfc4226[5])
        #expect(try await person.pull().items.first?.body?["counter"] == "6")
    }

    @Test func `a request that is repeated after the item got another key is requestIdReused`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await addCounter("3", by: person)
        let params = SecretCode.Params(id: made.id, requestId: fixture.id())
        _ = try await person.call(SecretCode.self, params)
        var body = try #require(try await person.pull().items.first?.body)
        body["issuer"] = "Renamed"
        _ = try await person.call(SecretEdit.self, .init(id: made.id, body: body, force: true))
        #expect(try await person.call(SecretCode.self, params).code.reveal == Self.rfc4226[3])
        body["secret"] = "JBSWY3DPEHPK3PXP"
        _ = try await person.call(SecretEdit.self, .init(id: made.id, body: body, force: true))
        try await person.expectRefused(.requestIdReused, SecretCode.self, params)
        #expect(try await person.call(SecretCode.self, .init(id: made.id)).counter == 4)
    }

    @Test func `the last counter of an item has a code, and the one after it none`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await addCounter("9223372036854775806", by: person)
        #expect(try await person.call(SecretCode.self, .init(id: made.id)).counter == 9_223_372_036_854_775_806)
        try await person.expectRefused(.notACodeItem, SecretCode.self, .init(id: made.id))
        #expect(try await person.pull().head == 2)
    }

    @Test func `a code counts as an operation, and is refused at the limits of the hour and the log, not of the bytes`()
        async throws
    {
        for (limit, set) in [
            ("operationsPerHour", \StoreLimits.operationsPerHour), ("operationsPerAccount", \.operationsPerAccount),
        ] as [(String, WritableKeyPath<StoreLimits, Int64>)] {
            var limits = StoreLimits()
            limits[keyPath: set] = 2
            let fixture = try await VaultFixture(limits: limits), person = fixture.person()
            let made = try await addCounter("9", by: person)
            #expect(try await person.call(SecretCode.self, .init(id: made.id)).counter == 9)
            let refusal = try await person.refusal(SecretCode.self, .init(id: made.id))
            #expect(refusal?.name == "limitReached" && refusal?.data["limit"]?.string == limit)
            #expect(try await person.pull().items.first?.body?["counter"] == "10")
        }
        let probe = try await VaultFixture(), prober = probe.person()
        _ = try await addCounter("9", by: prober)
        var limits = StoreLimits()
        limits.bytesPerAccount = Int64(try await prober.call(VaultInfo.self, Nothing()).bytes)
        let fixture = try await VaultFixture(limits: limits), person = fixture.person()
        let made = try await addCounter("9", by: person)
        #expect(try await person.call(SecretCode.self, .init(id: made.id)).counter == 9)
        #expect(try await person.call(VaultInfo.self, Nothing()).bytes == limits.bytesPerAccount + 1)
    }

    @Test func `while auth is unreachable and stale reads are allowed, only time-based codes are answered`()
        async throws
    {
        let fixture = try await VaultFixture { $0.allowsStaleReads = true }, person = fixture.person()
        let made = try await addCounter("0", by: person)
        var params = SecretAdd.example.params
        params.id = fixture.id()
        let timed = try await person.call(SecretAdd.self, params), token = try person.token()
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .seconds(60))
        #expect(try await person.call(SecretCode.self, .init(id: timed.id), token: token).counter == nil)
        let refusal = try await person.refusal(SecretCode.self, .init(id: made.id), token: token)
        #expect(refusal?.name == "unavailable")
        #expect(try await fixture.store.head(of: person.account, at: fixture.clock.now).seq == 2)
    }

    @Test func `a note, and an item in the trash, have no code`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = try await addCounter("7", by: person)
        let trash = PushOp(
            opId: fixture.id(), type: .trash, id: made.id, base: ItemBase(epoch: made.epoch, rev: made.rev),
            knownSeq: 0)
        try await person.push(trash)
        try await person.expectRefused(.itemUnknown, SecretCode.self, .init(id: made.id))
        let note = person.create("a")
        try await person.push(note)
        try await person.expectRefused(.notACodeItem, SecretCode.self, .init(id: note.id))
    }

    @Test func `an unknown or deleted item is itemUnknown, one that cannot be decrypted itemUnreadable`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let params = SecretCode.example.params
        try await person.expectRefused(.itemUnknown, SecretCode.self, params)
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await fixture.damageBody(rev: 1)
        try await person.expectRefused(.itemUnreadable, SecretCode.self, params)
        _ = try await person.call(SecretDelete.self, .init(id: made.id, rev: made.rev))
        try await person.expectRefused(.itemUnknown, SecretCode.self, params)
    }
}

import Domain
import Primitives
import SQL
import StrictJSON
import Support
import Testing
import VaultStore

/// Counters that are taken for codes.
@Suite struct CounterTests {
    private func body(_ counter: Int64, issuer: String = "Bank") -> SecretOp.Content {
        let body: JSONObject = ["type": "hotp", "issuer": .string(issuer), "counter": .string(String(counter))]
        return SecretOp.Content(kind: "otp", body: JSON.object(body).canonical())
    }

    @Sendable private static func use(_ secret: StoredSecret) -> CounterUse? {
        guard case .open(let bytes) = secret.body, var body = (try? JSON(parsing: bytes))?.object,
            let counter = body["counter"]?.string.flatMap({ Int64($0) })
        else { return nil }
        body["counter"] = .string(String(counter + 1))
        return CounterUse(counter: counter, generator: [1], next: JSON.object(body).canonical())
    }

    private func take(
        _ id: SecretID, _ opID: OperationID? = nil, in fixture: VaultStoreFixture,
        check: @Sendable @escaping () throws -> Void = {}
    ) async throws -> Int64 {
        let result = try await fixture.store.takeCounter(
            of: id, opID: opID ?? fixture.id(), of: fixture.account, by: fixture.device, at: fixture.now,
            checkAuthorization: check, Self.use)
        guard case .taken(let counter, _) = result.outcome else { throw Unexpected(what: "\(result.outcome)") }
        return counter
    }

    private func create(_ content: SecretOp.Content, in fixture: VaultStoreFixture) async throws -> SecretID {
        let id: SecretID = fixture.id()
        _ = try await fixture.push(fixture.op(.create, id, content))
        return id
    }

    @Test func `of parallel requests on two instances each has a counter of its own`() async throws {
        let instances = try await VaultStoreFixture.twoInstances(), id = try await create(body(0), in: instances[0])
        let taken = try await instances.parallel(32) { fixture, _ in try await take(id, in: fixture) }
        #expect(taken.sorted() == Array(0..<32))
        let item = try #require(try await instances[1].everything().first)
        #expect(item.rev == 33 && item.text?.contains("\"counter\":\"32\"") == true)
    }

    @Test func `of parallel repetitions of one request on two instances all have one counter`() async throws {
        let instances = try await VaultStoreFixture.twoInstances(), id = try await create(body(4), in: instances[0])
        let opID: OperationID = instances[0].id()
        let taken = try await instances.parallel(8) { fixture, _ in try await take(id, opID, in: fixture) }
        #expect(taken == Array(repeating: 4, count: 8))
        #expect(try await take(id, in: instances[0]) == 5)
    }

    @Test func `the item has changed when a counter is taken, and has not when the request is repeated`() async throws {
        let fixture = try await VaultStoreFixture(), id = try await create(body(4), in: fixture)
        let opID: OperationID = fixture.id()
        for expected in [true, false] {
            let result = try await fixture.store.takeCounter(
                of: id, opID: opID, of: fixture.account, by: fixture.device, at: fixture.now,
                checkAuthorization: {}, Self.use)
            #expect(result.hasChanged == expected)
        }
    }

    @Test func `the logged operation of a counter is erased after 180 days, although nothing else is due`() async throws
    {
        let fixture = try await VaultStoreFixture(), id = try await create(body(4), in: fixture)
        let start = fixture.now
        try await fixture.sweepTwice(at: start + .days(180))
        #expect(try await fixture.dueAt() == Instant(ms: .max))
        fixture.clock.set(start + .days(200))
        _ = try await take(id, in: fixture)
        #expect(try await fixture.dueAt() == start + .days(380))
        try await fixture.sweepTwice(at: start + .days(380))
        #expect(try await fixture.count("vault_op") == 0)
    }

    @Test func `a body of the largest size refuses no code, although the counter gets a digit more`() async throws {
        var limits = StoreLimits()
        limits.bytesPerBody = body(9).body.count
        let fixture = try await VaultStoreFixture(limits: limits), id = try await create(body(9), in: fixture)
        #expect(try await take(id, in: fixture) == 9)
        #expect(try await take(id, in: fixture) == 10)
    }

    @Test(arguments: [true, false])
    func `a full account or a full vault refuses no code, although the counter gets a digit more`(isVault: Bool)
        async throws
    {
        var limits = StoreLimits()
        let size = body(9).body.count
        if isVault { limits.bytesOfAllAccounts = Int64(size) } else { limits.bytesPerAccount = Int64(size) }
        let fixture = try await VaultStoreFixture(limits: limits)
        let id = try await create(body(9), in: fixture)
        try await fixture.store.measureUsage()
        #expect(try await take(id, in: fixture) == 9)
        #expect(try await take(id, in: fixture) == 10)
        let rev = try #require(try await fixture.store.secret(id, of: fixture.account)?.rev)
        let edit = fixture.op(.update, id, on: rev, body(12, issuer: "Banks"))
        #expect(try await fixture.push(edit).word == "rejected", "any other change that adds bytes is refused")
    }

    @Test(arguments: [SecretState.live, .trashed])
    func `a former version becomes the present one with the body that the caller makes of both`(
        state: SecretState
    ) async throws {
        let fixture = try await VaultStoreFixture(), id = try await create(body(4), in: fixture)
        try await fixture.push(fixture.op(.update, id, on: 1, body(9, issuer: "Renamed")))
        if state == .trashed { try await fixture.push(fixture.op(.trash, id, on: 2)) }
        var op = fixture.op(.restore, id, on: state == .live ? 2 : 3)
        op.version = 1
        let (former, present) = (body(4).body, body(9, issuer: "Renamed").body), made = body(7)
        var store = fixture.store
        store.restoredBody = { $0 == former && $1 == present ? made.body : [] }
        let pushed = try await store.push([op], to: fixture.account, by: fixture.device, at: fixture.now)
        #expect(pushed.outcomes.map(\.word) == ["applied"])
        let secret = try await fixture.store.secret(id, of: fixture.account)
        #expect(secret?.text == String(decoding: made.body, as: UTF8.self) && secret?.state == .live)
    }

    @Test func `a request whose authorization ends before the commit takes no counter`() async throws {
        let fixture = try await VaultStoreFixture(), id = try await create(body(4), in: fixture)
        let opID: OperationID = fixture.id()
        await #expect(throws: Unexpected.self) {
            try await take(id, opID, in: fixture) { throw Unexpected(what: "revoked") }
        }
        #expect(try await take(id, opID, in: fixture) == 4)
    }

    @Test func `an increased counter adds no former version, whoever stores it, and another change does`() async throws
    {
        let fixture = try await VaultStoreFixture(), id = try await create(body(0), in: fixture)
        for _ in 0..<12 { _ = try await take(id, in: fixture) }
        _ = try await fixture.push(fixture.op(.update, id, on: 13, body(20)))
        #expect(try await fixture.count("vault_version") == 0)
        _ = try await fixture.push(fixture.op(.update, id, on: 14, body(21, issuer: "Renamed")))
        #expect(try await fixture.count("vault_version") == 1)
        _ = try await fixture.push(fixture.op(.update, id, on: 15, body(3, issuer: "Renamed")))
        #expect(try await fixture.count("vault_version") == 2, "a lower counter is an edit of the person")
    }

    @Test func `an absent item, one in the trash and one without a counter give none`() async throws {
        let fixture = try await VaultStoreFixture(), note: SecretID = fixture.id(),
            id = try await create(body(0), in: fixture)
        try await fixture.create(note)
        _ = try await fixture.push(fixture.op(.trash, id, on: 1))
        for (id, isAbsent) in [(fixture.id() as SecretID, true), (id, true), (note, false)] {
            let outcome = try await fixture.store.takeCounter(
                of: id, opID: fixture.id(), of: fixture.account, by: fixture.device, at: fixture.now, Self.use
            ).outcome
            #expect((outcome == .absent) == isAbsent)
        }
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).seq == 3)
    }
}

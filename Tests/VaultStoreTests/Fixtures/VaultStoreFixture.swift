import Domain
import Primitives
import SQL
import StoreSupport
import Support
import VaultStore

/// A store on a database of its own, with a stopped clock, seeded randomness and one account.
struct VaultStoreFixture: Sendable {
    let clock: StoppedClock
    let database: any Database
    let store: VaultStore
    let random: RandomSource
    let account: AccountID
    let device: DeviceID

    init(
        limits: StoreLimits = StoreLimits(), keys: KeyRing = .sample(), seed: UInt64 = 1,
        on engine: StoreEngine = .chosen
    ) async throws {
        let database = try await StoreLocation(VaultSchema.migrations, on: engine).open()
        try await self.init(on: database, limits: limits, keys: keys, random: SeededRandom(seed: seed).random)
    }

    init(
        on database: any Database, limits: StoreLimits = StoreLimits(), keys: KeyRing = .sample(), random: RandomSource
    ) async throws {
        let clock = StoppedClock()
        (self.database, self.clock, self.random) = (database, clock, random)
        account = random.id()
        device = random.id()
        store = try await VaultStore.open(
            database, keys: keys, steady: clock.steady, random: random, limits: limits)
    }

    private init(_ fixture: VaultStoreFixture, on database: any Database) async throws {
        (self.database, clock, random, account, device) = (
            database, fixture.clock, fixture.random, fixture.account, fixture.device
        )
        store = try await VaultStore.open(
            database, keys: .sample(), steady: clock.steady, random: random,
            limits: fixture.store.limits)
    }

    /// The same account in two instances. Each has its own store, and its own connections if the engine allows it.
    static func twoInstances(seed: UInt64 = 1) async throws -> [VaultStoreFixture] {
        let databases = try await StoreLocation(VaultSchema.migrations).openTwice()
        let first = try await VaultStoreFixture(on: databases[0], random: SeededRandom(seed: seed).random)
        return [first, try await VaultStoreFixture(first, on: databases[1])]
    }

    /// Opens another store on the same database, as after a restart.
    func reopened(keys: KeyRing = .sample(), limits: StoreLimits = StoreLimits()) async throws -> VaultStore {
        try await VaultStore.open(database, keys: keys, steady: clock.steady, random: random, limits: limits)
    }

    /// The stopped clock's time.
    var now: Instant { clock.now }

    func id<T: Identifier>() -> T { random.id() }

    /// Begins a generation, as another instance does or the service when it starts on a restored database.
    func beginGeneration() async throws {
        _ = try await database.write { [random, now] in try Generations.begin(random.id(), at: now, in: $0) }
    }

    /// Sets the wall clock back.
    func setBack(by duration: Duration) { clock.set(clock.now - duration) }

    /// A body of kind `note` with this text.
    func note(_ text: String) -> SecretOp.Content {
        SecretOp.Content(kind: "note", schema: 1, body: Array("{\"text\":\"\(text)\"}".utf8))
    }

    /// Pushes one operation.
    @discardableResult
    func push(_ op: SecretOp) async throws -> PushOutcome {
        try await store.push([op], to: account, by: device, at: now).outcomes[0]
    }

    /// An operation with an id of its own.
    func op(
        _ type: SecretOperation, _ id: SecretID, on rev: Int64? = nil, _ content: SecretOp.Content? = nil
    ) -> SecretOp {
        SecretOp(
            type, id, opID: self.id(), base: rev.map { .rev(epoch: nil, rev: $0) }, content: content)
    }

    /// Creates a secret and returns its rev.
    @discardableResult
    func create(_ id: SecretID, _ text: String = "first") async throws -> Int64 {
        guard case .applied(let rev) = try await push(op(.create, id, note(text))) else {
            throw Unexpected(what: "a create was not applied")
        }
        return rev
    }

    /// Creates a secret in a state and returns its rev; creates nothing and returns 0 for nil.
    @discardableResult
    func bring(_ id: SecretID, to state: SecretState?) async throws -> Int64 {
        guard let state else { return 0 }
        let rev = try await create(id)
        switch state {
        case .live: return rev
        case .trashed: return try await number(of: push(op(.trash, id, on: rev)))
        case .deleted: return try await number(of: push(op(.delete, id, on: rev)))
        }
    }

    /// Records that the device has presented a cursor now.
    func acknowledge(_ cursor: PullCursor, by device: DeviceID? = nil) async throws {
        try await store.acknowledge([
            Acknowledgement(account: account, device: device ?? self.device, cursor: cursor, at: now)
        ])
    }

    /// Pulls everything the account has, in order of rev.
    func everything() async throws -> [StoredSecret] {
        var items: [StoredSecret] = []
        try await forEachPage { cursor in
            let page = try await store.pull(account, from: cursor, at: now)
            items += page.items
            return page.hasMore ? page.cursor : nil
        }
        return items
    }

    /// Runs a statement on the database without the store.
    func tamper(_ text: String, _ values: SQLValue...) async throws {
        let statement = Statement(text, values: values)
        _ = try await database.write { try $0.run(statement) }
    }

    /// Counts the rows of a table that belong to the account.
    func count(_ table: String) async throws -> Int64 {
        let statement = Statement("SELECT COUNT(*) FROM \(table) WHERE account = $1", .bytes(account.bytes))
        return try await database.read { try $0.run(statement)[0].int(0) }
    }

    private func number(of outcome: PushOutcome) throws -> Int64 {
        guard case .applied(let rev) = outcome else { throw Unexpected(what: "\(outcome)") }
        return rev
    }
}

/// The error of a step of a test that had an unexpected outcome.
struct Unexpected: Error {
    let what: String
}

extension StoredSecret {
    /// The body as text; nil if it was erased or cannot be decrypted.
    var text: String? {
        guard case .open(let bytes) = body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

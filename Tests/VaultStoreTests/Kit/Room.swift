import Domain
import Primitives
import SQL
import StoreSupport
import Support
import VaultStore

/// A real store on a real database, with stopped clock and loaded random, and one account to play with.
struct Room: Sendable {
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
        let database = try await StorePlace(VaultSchema.migrations, on: engine).open()
        try await self.init(on: database, limits: limits, keys: keys, random: LoadedDice(seed: seed).random)
    }

    private init(
        on database: any Database, limits: StoreLimits = StoreLimits(), keys: KeyRing = .sample(), random: RandomSource
    ) async throws {
        let clock = StoppedClock()
        (self.database, self.clock, self.random) = (database, clock, random)
        account = random.id()
        device = random.id()
        store = try await VaultStore.open(
            database, keys: keys, clock: clock.wall, steady: clock.steady, random: random, limits: limits)
    }

    private init(_ room: Room, on database: any Database) async throws {
        (self.database, clock, random, account, device) = (database, room.clock, room.random, room.account, room.device)
        store = try await VaultStore.open(
            database, keys: .sample(), clock: clock.wall, steady: clock.steady, random: random,
            limits: room.store.limits)
    }

    /// The same account as two instances see it: each with a store of its own, and connections where the engine allows.
    static func twins(seed: UInt64 = 1) async throws -> [Room] {
        let databases = try await StorePlace(VaultSchema.migrations).openTwice()
        let first = try await Room(on: databases[0], random: LoadedDice(seed: seed).random)
        return [first, try await Room(first, on: databases[1])]
    }

    /// Another store on the same database, as after a restart.
    func reopened(keys: KeyRing = .sample()) async throws -> VaultStore {
        try await VaultStore.open(database, keys: keys, clock: clock.wall, steady: clock.steady, random: random)
    }

    /// A new identifier.
    func id<T: Identifier>() -> T { random.id() }

    /// Sets the wall clock back, as a bad time server would.
    func setBack(by duration: Duration) { clock.set(clock.now - duration) }

    /// A body of kind `note` that says this.
    func note(_ text: String) -> SecretOp.Content {
        SecretOp.Content(kind: "note", schema: 1, body: Array("{\"text\":\"\(text)\"}".utf8))
    }

    /// Pushes one operation.
    @discardableResult
    func push(_ op: SecretOp) async throws -> PushOutcome {
        try await store.push([op], to: account, by: device).outcomes[0]
    }

    /// An operation with an id of its own.
    func op(
        _ type: SecretOperation, _ id: SecretID, on rev: Int64? = nil, _ content: SecretOp.Content? = nil
    ) -> SecretOp {
        SecretOp(
            type, id, opID: self.id(), base: rev.map { .rev(epoch: nil, rev: $0) }, content: content)
    }

    /// Creates a secret; its rev.
    @discardableResult
    func create(_ id: SecretID, _ text: String = "first") async throws -> Int64 {
        guard case .applied(let rev) = try await push(op(.create, id, note(text))) else {
            throw Unexpected(what: "a create was not applied")
        }
        return rev
    }

    /// Brings a secret into a state; its rev, 0 for none.
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

    /// Everything the account has, in order of rev.
    func everything() async throws -> [StoredSecret] {
        var items: [StoredSecret] = [], place: PullPlace?
        while true {
            let page = try await store.pull(account, from: place)
            items += page.items
            guard page.hasMore else { return items }
            place = page.place
        }
    }

    /// Runs a statement behind the store's back.
    func tamper(_ text: String, _ values: SQLValue...) async throws {
        let statement = Statement(text, values: values)
        _ = try await database.write { try $0.run(statement) }
    }

    /// How many rows of a table are this account's.
    func count(_ table: String) async throws -> Int64 {
        let statement = Statement("SELECT COUNT(*) FROM \(table) WHERE account = $1", .bytes(account.bytes))
        return try await database.read { try $0.run(statement)[0].int(0) }
    }

    private func number(of outcome: PushOutcome) throws -> Int64 {
        guard case .applied(let rev) = outcome else { throw Unexpected(what: "\(outcome)") }
        return rev
    }
}

/// A set-up step did something else than it is for.
struct Unexpected: Error {
    let what: String
}

extension StoredSecret {
    /// What the body says, as text; nil where it cannot be seen.
    var text: String? {
        guard case .open(let bytes) = body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

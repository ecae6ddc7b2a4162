import Contracts
import Cryptography
import JSONRPC
import Logging
import Proofs
import Rehearsal
import SQL
import StoreSupport
import Support
import Synchronization
import TimeAndChance
import Tokens
import VaultService
import VaultStore
import Vocabulary

/// The vault whole and alive in one process: the real store on a real database, the real router, a clock that stands still,
/// and an auth that can be cut off.
struct VaultHouse {
    let vault: Vault
    let router: Router
    let store: VaultStore
    let place: StorePlace
    let database: HeldDatabase
    let clock: StoppedClock
    let dice: Dice
    let auth: AuthDouble
    let authKey: ServiceKey
    let vaultKey: ServiceKey
    let signer: SigningKey
    let mint: AccessTokens

    /// Following the feed already, unless told otherwise.
    init(
        limits: StoreLimits = StoreLimits(), isFollowing: Bool = true,
        _ configure: (inout VaultSettings) -> Void = { _ in }
    ) async throws {
        let clock = StoppedClock(), dice = LoadedDice(seed: 21).dice
        self.clock = clock
        self.dice = dice
        auth = AuthDouble(epoch: dice.id())
        place = try await StorePlace(VaultSchema.migrations)
        database = HeldDatabase(try await place.open())
        store = try await VaultStore.open(
            database,
            keys: KeyRing(
                wrapping: [.init("kek-1", .generate(dice))], index: .init("index-1", .generate(dice))),
            clock: clock.wall, steady: clock.steady, dice: dice, limits: limits)
        signer = try .generate(.es256, dice: dice)
        mint = AccessTokens(issuer: "https://auth.test", keys: KeyTable([.init(signer, state: .active)]))
        auth.publish(JWK(signer.verifyingKey))
        authKey = ServiceKey(name: "auth", key: .generate(dice))
        vaultKey = ServiceKey(name: "vault", key: .generate(dice))
        var settings = VaultSettings()
        configure(&settings)
        let database = database
        vault = Vault(
            store: store, peer: auth.peer,
            tokens: AccessTokens(issuer: "https://auth.test", keys: KeyTable([KeyTable.Entry]())),
            desk: CallDesk(key: vaultKey, peers: PeerKeys([("auth", authKey.publicKey)]), sealing: [.generate(dice)]),
            clock: clock.wall, steady: clock.steady, dice: dice, settings: settings,
            log: Logger(label: "vault") { _ in SwiftLogNoOpLogHandler() },
            truncateLog: { try await database.inner.forgetDeleted() })
        router = try vault.router(
            observer: CallObserver(
                now: { 0 }, saw: { FaultLedger.note($0.method, fault: $0.fault) },
                failed: { method, _, error in print("\(method) failed inside: \(error)") }))
        if isFollowing { try await vault.followOnce() }
    }

    /// A new identifier.
    func id<T: Identifier>() -> T { dice.id() }

    /// Somebody on a device, logged in and approved unless said otherwise.
    func person(_ account: AccountID? = nil) -> VaultPerson {
        let person = VaultPerson(
            account: account ?? dice.id(), session: dice.id(), device: dice.id(), house: self)
        auth.stand(person.session)
        return person
    }

    /// Makes the sealed bodies of a rev unreadable, as a failing disk would.
    func spoil(rev: Int64) async throws {
        try await tamper(
            "UPDATE vault_item SET sealed = $2 WHERE rev = $1", .integer(rev), .bytes(Array(repeating: 0, count: 60)))
    }

    /// Runs a statement behind the vault's back.
    func tamper(_ text: String, _ values: SQLValue...) async throws {
        let statement = Statement(text, values: values)
        _ = try await database.write { try $0.run(statement) }
    }
}

/// A step every test takes did not come out.
struct Stuck: Error {
    let what: String
    init(_ what: String) { self.what = what }
}

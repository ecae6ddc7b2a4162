public import AuthStore
import Cryptography
import DPoP
public import Logging
public import Primitives
public import ServiceAuth
public import Tokens

/// The auth service: who people are, on which devices, and where they stand.
///
/// A value that only holds what it was given. Each method of the wire is a file of its own in the folders beside this
/// one, in one beat: read, classify, decide, commit, answer.
public struct Auth: Sendable {
    let store: AuthStore
    let keys: AuthKeys
    let tokens: AccessTokens
    let serviceCalls: ServiceCallVerifier
    let random: RandomSource
    let settings: AuthSettings
    let log: Logger
    let steady: SteadyClock
    let time: MonotonicWallClock
    let nonces: ServerNonce
    let phones: PhoneCipher
    let refreshTokens: RefreshTokens
    let feedWakeSignal = WakeSignal()
    let outboxWakeSignal = WakeSignal()
    let troubles = FailureLog()

    /// What is counted beside the calls.
    public let metrics = AuthMetrics()

    /// - Parameters:
    ///   - store: an open database, migrated and prepared (see ``prepare()``).
    ///   - keys: the keys kept outside the database.
    ///   - tokens: makes and checks access tokens.
    ///   - serviceCalls: checks calls of the other service of the pair.
    public init(
        store: AuthStore, keys: AuthKeys, tokens: AccessTokens, serviceCalls: ServiceCallVerifier, clock: WallClock,
        steady: SteadyClock, random: RandomSource, settings: AuthSettings, log: Logger
    ) {
        self.store = store
        self.keys = keys
        self.tokens = tokens
        self.serviceCalls = serviceCalls
        self.random = random
        self.settings = settings
        self.log = log
        self.steady = steady
        time = MonotonicWallClock(clock, steady)
        nonces = ServerNonce(keys: keys.nonces)
        phones = PhoneCipher(keys: keys, random: random)
        refreshTokens = RefreshTokens(key: keys.hash)
    }

    /// The moment it is, never before what any instance has seen.
    var now: Instant { time.now }

    /// Makes sure of what must be there before the first call: the built-in groups, the feed, the highest time seen.
    public func prepare() async throws {
        try await store.ensure(FacilityGroup.builtIn(demo: settings.isDemo))
        try await store.openFeed(random.id(), at: now)
        try await keepTime()
    }

    /// An account's keyed name in the record of deletions.
    func tag(of account: AccountID) -> [UInt8] {
        HMACSHA256.tag(key: keys.index, LengthPrefixed.encode("latchkey/account-tag/1", account.bytes))
    }

    /// Says that an effect is committed which the feed must tell.
    func tell() { feedWakeSignal.signal() }
}

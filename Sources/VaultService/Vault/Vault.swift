public import Logging
public import Primitives
public import ServiceAuth
public import Tokens
public import VaultStore

/// The vault service: everybody's secrets, in the order they changed, for whoever may sync now.
///
/// A value that only holds what it was given. Each method of the wire is a file of its own in the folders beside this
/// one, in one beat: read, classify, decide, commit, answer.
public struct Vault: Sendable {
    let store: VaultStore
    let gate: Gate
    let follower: FeedFollower
    let serviceCalls: ServiceCallVerifier
    let clock: WallClock
    let random: RandomSource
    let settings: VaultSettings
    let log: Logger
    let meters = Meters()
    let changes = ChangeBell()
    let seen = SeenPlaces()
    let bodies = BodyCheck()
    let truncateLog: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - store: an open database.
    ///   - peer: the auth service.
    ///   - tokens: checks access tokens; its keys are fetched from `peer` as they are needed.
    ///   - serviceCalls: checks calls of auth.
    ///   - steady: the clock the lease runs on; it must run while the host sleeps.
    ///   - truncateLog: lets go of old pages in the embedded engine's log, after a purge.
    public init(
        store: VaultStore, peer: AuthPeer, tokens: AccessTokens, serviceCalls: ServiceCallVerifier, clock: WallClock,
        steady: SteadyClock, random: RandomSource, settings: VaultSettings = VaultSettings(), log: Logger,
        truncateLog: @escaping @Sendable () async throws -> Void = {}
    ) {
        let (standings, lease) = (SessionStandings(), Lease(steady))
        self.store = store
        self.serviceCalls = serviceCalls
        self.clock = clock
        self.random = random
        self.settings = settings
        self.log = log
        self.truncateLog = truncateLog
        gate = Gate(
            settings: settings, tokens: tokens,
            keys: KeyKeeper(peer: peer, tokens: tokens, clock: steady, log: log), standings: standings,
            introspections: Introspections(peer: peer, clock: steady), lease: lease, serviceCalls: serviceCalls,
            clock: clock,
            steady: steady, log: log, meters: meters)
        follower = FeedFollower(
            peer: peer, standings: standings, lease: lease, tokens: tokens, clock: steady, log: log)
    }
}

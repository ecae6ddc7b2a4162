public import Audit
public import AuditService
public import Contracts
public import JSONRPC
public import Logging
public import Primitives
public import ServiceAuth
public import Tokens
public import VaultStore

/// The vault service, which stores each account's secrets and numbers their changes in commit order.
///
/// Each method of the contract is a file of its own in `Vault/`, `Secret/` and `Service/`.
public struct Vault: Sendable {
    let store: VaultStore
    let authenticator: TokenAuthenticator
    let feedFollower: FeedFollower
    let serviceCalls: ServiceCallVerifier
    let clock: WallClock
    let random: RandomSource
    let settings: VaultSettings
    let log: Logger
    let metrics = VaultMetrics()
    let changes = ChangeNotifier()
    public let audit: AuditKeeper
    let presentedCursors = PresentedCursors()
    let reads = SecretReads()
    let imports = RunningImports()
    let bodyValidator = BodyValidator()
    let peer: AuthPeer
    /// Receives a value each time auth's revocation feed has begun anew.
    let feedRestarts: AsyncStream<Void>
    let firstContact: FirstContact
    /// Nil where the wrapping keys never change.
    let wrappingKeys: WrappingKeyWatch?
    let dataKeyWork: DataKeyWork
    let truncateWriteAheadLog: @Sendable () async throws -> Void
    let isClockBelieved: @Sendable () -> Bool
    let createBackup: @Sendable (BackupCreate.Params, RequestContext) async throws -> BackupCreate.Answer

    /// - Parameters:
    ///   - peer: the auth service.
    ///   - tokens: verifies access tokens; its keys are fetched from `peer`.
    ///   - serviceCalls: verifies calls of the auth service.
    ///   - steady: the clock of the revocation lease. It must not stop while the host is suspended.
    ///   - truncateWriteAheadLog: erases purged pages from SQLite's write-ahead log; runs after a purge.
    ///   - isClockBelieved: false while nothing may be swept.
    ///   - recordedHead: the place outside the database in which the end of the audit log is recorded; nil records it nowhere.
    ///   - keyFiles: reads the files of wrapping keys; nil if they never change.
    ///   - instanceName: names this process to the administrator.
    ///   - createBackup: copies the database into a new file; by default every call is answered with `unavailable`.
    public init(
        store: VaultStore, peer: AuthPeer, tokens: AccessTokens, serviceCalls: ServiceCallVerifier, clock: WallClock,
        steady: SteadyClock, random: RandomSource, settings: VaultSettings = VaultSettings(), log: Logger,
        truncateWriteAheadLog: @escaping @Sendable () async throws -> Void = {},
        isClockBelieved: @escaping @Sendable () -> Bool = { true },
        recordedHead: RecordedHead? = nil, keyFiles: WrappingKeyFiles? = nil, instanceName: String = "",
        createBackup: @escaping @Sendable (BackupCreate.Params, RequestContext) async throws -> BackupCreate.Answer = {
            _, _ in throw Fault(.unavailable)
        }
    ) {
        let (sessions, lease) = (SessionCache(), Lease(steady))
        let (restarts, restarted) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var store = store
        store.restoredBody = Self.restoredBody
        self.store = store
        self.peer = peer
        feedRestarts = restarts
        self.serviceCalls = serviceCalls
        self.clock = clock
        self.random = random
        self.settings = settings
        self.log = log
        self.truncateWriteAheadLog = truncateWriteAheadLog
        self.isClockBelieved = isClockBelieved
        self.createBackup = createBackup
        wrappingKeys = keyFiles.map {
            WrappingKeyWatch(files: $0, store: store, instance: (random.id(), instanceName), steady: steady)
        }
        dataKeyWork = DataKeyWork(
            store: store, steady: steady, metrics: metrics, log: log, truncateWriteAheadLog: truncateWriteAheadLog)
        audit = AuditKeeper(
            of: store.auditLog, recordedHead: recordedHead, retention: settings.auditRetention, log: log,
            now: { clock.now })
        let keys = SigningKeyCache(peer: peer, tokens: tokens, clock: steady, log: log)
        authenticator = TokenAuthenticator(
            settings: settings, tokens: tokens, keys: keys, sessions: sessions,
            introspection: IntrospectionClient(peer: peer, clock: steady), lease: lease, serviceCalls: serviceCalls,
            clock: clock, steady: steady, log: log, metrics: metrics)
        firstContact = FirstContact(keys: keys, lease: lease, clock: steady)
        feedFollower = FeedFollower(
            peer: peer, sessions: sessions, lease: lease, keys: keys, clock: steady, log: log,
            whenRestarted: { restarted.yield() })
        store.onNewGeneration { [changes, presentedCursors] _ in
            presentedCursors.removeAll()
            changes.notifyAll()
        }
    }

    /// The longest body of a request, in bytes: three times `bytesPerPush` for the bodies of a push, because a client
    /// may escape characters (`\u00e9` is three times as long as é), 1 KiB for the rest of each operation, and 4 KiB
    /// for the rest of the request.
    public var maxBodyBytes: Int {
        3 * store.limits.bytesPerPush + store.limits.opsPerPush << 10 + 4 << 10
    }
}

public import Audit
public import AuditService
public import AuthStore
public import Contracts
import Cryptography
import DPoP
import Domain
public import JSONRPC
public import Logging
public import Primitives
import SQL
public import ServiceAuth
public import Tokens

/// The auth service: accounts, their devices and sessions, and who may sync.
///
/// Each method of the API is an extension in a file of its own that reads, classifies, decides, commits and answers, in
/// this order.
public struct Auth: Sendable {
    private(set) var store: AuthStore
    let keys: DataKeys
    let tokens: AccessTokens
    let serviceCalls: ServiceCallVerifier
    let random: RandomSource
    var settings: AuthSettings
    let log: Logger
    let steady: SteadyClock
    let time: MonotonicWallClock
    let sweepTime: SweepTime
    let isClockBelieved: @Sendable () -> Bool
    let nonces: ServerNonce
    let phones: PhoneProtection
    let feedWakeSignal = WakeSignal()
    let outboxWakeSignal = WakeSignal()
    let failureLog: FailureLog
    let deletionFile: DeletionFile?
    let keyRotation: KeyRotation?
    let createBackup: @Sendable (BackupCreate.Params, RequestContext) async throws -> BackupCreate.Answer
    let metrics = AuthMetrics()
    public let audit: AuditKeeper
    /// The limit on calls that may write, of a client's address.
    let callRates: CallRateLimit
    /// A tenth of that limit: for the calls of one device key beyond its address's, and for `rpc.discover`.
    let tenthRates: CallRateLimit

    /// - Parameters:
    ///   - store: an open and migrated database; call ``prepare(isInstance:)`` before the first request.
    ///   - serviceCalls: verifies the calls of the vault.
    ///   - steady: a clock that does not jump, for waits.
    ///   - deletionFile: records deletions outside the database as well; nil records them in the database only.
    ///   - rotatingKeys: the key files that are replaced while the service runs; nil uses `tokens` and `keys` as they are.
    ///   - instanceName: names this process to the administrator.
    ///   - isClockBelieved: false while the service must neither publish its time nor sweep.
    ///   - recordedHead: the place outside the database in which the end of the audit log is recorded; nil records it nowhere.
    ///   - createBackup: copies the database into a new file; by default every call is answered with `unavailable`.
    public init(
        store: AuthStore, keys: AuthKeys, tokens: AccessTokens, serviceCalls: ServiceCallVerifier, clock: WallClock,
        steady: SteadyClock, random: RandomSource, settings: AuthSettings, log: Logger,
        deletionFile: DeletionFile? = nil, rotatingKeys: RotatingKeyFiles? = nil, instanceName: String = "",
        isClockBelieved: @escaping @Sendable () -> Bool = { true },
        recordedHead: RecordedHead? = nil,
        createBackup: @escaping @Sendable (BackupCreate.Params, RequestContext) async throws -> BackupCreate.Answer = {
            _, _ in throw Fault(FaultKind.unavailable)
        }
    ) {
        let authenticator = AuditAuthenticator(key: keys.audit, random: random)
        let store = store.serving(settings.isDemo ? .all : .verified).auditing(with: authenticator)
        self.store = store
        let dataKeys = DataKeys(keys)
        self.keys = dataKeys
        self.tokens = tokens
        self.serviceCalls = serviceCalls
        self.random = random
        self.settings = settings
        self.log = log
        self.steady = steady
        let time = MonotonicWallClock(clock, steady)
        self.time = time
        sweepTime = SweepTime(steady, table: "sweep_time")
        self.isClockBelieved = isClockBelieved
        nonces = ServerNonce(keys: keys.nonces)
        phones = PhoneProtection(keys: dataKeys, random: random)
        callRates = CallRateLimit(perMinute: settings.writingCallsPerMinute, clock: steady)
        tenthRates = CallRateLimit(perMinute: max(6, settings.writingCallsPerMinute / 10), clock: steady)
        failureLog = FailureLog(log)
        self.deletionFile = deletionFile
        keyRotation = rotatingKeys.map { [nonces] files in
            KeyRotation(
                files: files, store: store, instance: (random.id(), instanceName), tokens: tokens, nonces: nonces,
                dataKeys: dataKeys)
        }
        audit = AuditKeeper(
            of: store.auditLog(with: authenticator), recordedHead: recordedHead, retention: settings.auditRetention,
            log: log,
            now: { time.now })
        self.createBackup = createBackup
    }

    /// The same service, working for a call.
    /// - Parameters:
    ///   - actor: the party that the audit log names.
    ///   - proof: the proof that came with the call.
    func working(for actor: AuditActor, presenting proof: PresentedProof?) -> Auth {
        var auth = self
        auth.store = store.acting(for: actor).presenting(proof)
        return auth
    }

    /// The time for expiries and limits; never earlier than the latest time of all instances that this one has read.
    var now: Instant { time.now }

    /// Inserts the built-in groups and the feed's row if they are missing, and exchanges the time with the other
    /// instances.
    ///
    /// - Parameter isInstance: false for a command that works on the database itself.
    public func prepare(isInstance: Bool = true) async throws {
        try await store.insertMissing(FacilityGroup.builtIn(demo: settings.isDemo))
        try await store.openFeed(random.id(), at: now)
        try await audit.auditLog.open()
        try await exchangeTime()
        try await keyRotation?.prepare(at: now, isInstance: isInstance)
    }

    /// Publishes the host's time at the next exchange, however far it is ahead of the other instances'.
    public func believeClock() { time.believe() }

    /// Uses the keys as the database says, for a command that works on the database itself: such a process is no running
    /// instance.
    public func useKeys() async throws { try await keyRotation?.prepare(at: now, isInstance: false) }

    /// What keeps this process from using the keys as the database says, as one line; nil if nothing does.
    public var keyProblem: String? { keyRotation?.problem }

    /// The keyed hashes under which the deletion of an account is recorded; the record does not name the account.
    func tag(of account: AccountID) -> DeletionTag {
        let keys = keys.index
        let others = keys.all.filter { $0.key != keys.active }.sorted { $0.key < $1.key }
        return DeletionTag(
            Self.tag(of: account, keys.activeKey, number: keys.active).bytes, key: keys.active,
            others: others.map { Self.tag(of: account, $0.value, number: $0.key).bytes })
    }

    /// The keyed hash of an account under one index key.
    static func tag(of account: AccountID, _ key: Key256, number: Int) -> DeletionTag {
        let text = LengthPrefixed.encode("latchkey/account-tag/1", account.bytes)
        return DeletionTag(HMACSHA256.tag(key: key, text), key: number)
    }

    /// Wakes the task that numbers revocation events; call it after a transaction that wrote one.
    func wakeFeedNumbering() { feedWakeSignal.signal() }
}

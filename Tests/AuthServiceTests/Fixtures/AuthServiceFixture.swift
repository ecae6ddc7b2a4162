import AuthService
import AuthStore
import Contracts
import CoreMetrics
import Cryptography
import DPoP
import Domain
import FaultInjection
import JSONRPC
import MetricsTestKit
import Primitives
import SQL
import ServiceAuth
import StoreSupport
import Support
import Synchronization
import Tokens

/// An auth service in this process: the store on a database, the router, a stopped clock, and an inbox in place of the
/// SMS gateway and the vault.
struct AuthServiceFixture {
    static let address = "https://auth.test/rpc"

    let auth: Auth
    let router: Router
    let database: any Database
    let clock: StoppedClock
    let clockStanding = ClockStanding()
    let random: RandomSource
    let inbox = Inbox()
    let metrics = TestMetrics()
    let log = LogRecord()
    let keys: AuthKeys
    /// The place of the end of the audit log.
    let auditEnd = RecordedAuditEnd()
    /// The file of deletions.
    let deletionFile = DeletionFile(path: scratchFolder() + "/auth.deletions")
    let vaultKey: ServiceKey
    let authKey: ServiceKey

    /// - Parameter rotatesKeys: true reads the keys that can be replaced from ``rotatingKeys()``.
    init(rotatesKeys: Bool = false, _ configure: (inout AuthSettings) -> Void = { _ in }) async throws {
        let clock = StoppedClock(), random = SeededRandom(seed: 11).random
        self.clock = clock
        self.random = random
        database = try await StoreLocation(AuthStore.migrations).open()
        guard let address = PublicURL(Self.address) else { throw PreparationFailure("the address") }
        var settings = AuthSettings(issuer: "https://auth.test", publicURLs: [address])
        settings.messageDomain = "auth.test"
        configure(&settings)
        authKey = ServiceKey(name: "auth", key: .generate(random))
        vaultKey = ServiceKey(name: "vault", key: .generate(random))
        let signing = KeyTable([.init(.p256(P256.PrivateKey.generate(random)), state: .active)])
        keys = AuthKeys(
            index: .generate(random), seal: .generate(random), hash: .generate(random), nonces: [.generate(random)],
            audit: .generate(random))
        auth = withMetricsFactory(metrics) {
            [database, deletionFile, auditEnd, clock, clockStanding, random, keys, authKey, vaultKey, settings, log] in
            Auth(
                store: AuthStore(database),
                keys: keys,
                tokens: AccessTokens(issuer: settings.issuer, keys: signing),
                serviceCalls: ServiceCallVerifier(
                    keys: LinkKeys(authKey, PeerKeys([("vault", vaultKey.publicKey)])), sealing: [.generate(random)]),
                clock: clock.wall, steady: clock.steady, random: random, settings: settings,
                log: log.logger, deletionFile: deletionFile,
                rotatingKeys: rotatesKeys ? AuthServiceTests.rotatingKeys() : nil, instanceName: "host-1:4711",
                isClockBelieved: { clockStanding.isBelieved }, recordedHead: auditEnd.recordedHead,
                createBackup: backupDouble)
        }
        try await auth.prepare()
        router = try auth.router(
            observer: CallObserver(
                now: { 0 },
                answered: { record in
                    // A call on a listener that does not serve the method is not an answer of that method.
                    if record.fault != "methodNotFound" { FaultLedger.note(record.method, fault: record.fault) }
                },
                failed: { [inbox] method, _, error in inbox.note("\(method): \(error)") }))
    }

    var store: AuthStore { AuthStore(database) }

    /// The value of a counter of the service.
    func counted(_ label: String) -> Int64 { metrics.counterTotal(label: label) }

    /// The last value of a gauge of the service.
    func gauge(_ label: String) throws -> Double? { try metrics.expectGauge(label).lastValue }

    /// Makes a device with a key of its own, at a given network address or at a random one, each in an address group of
    /// its own.
    func client(_ name: String = "phone", at address: String? = nil) -> AuthTestClient {
        AuthTestClient(name: name, fixture: self, address: address)
    }

    /// Sends the outbox and returns the last code sent to a phone number.
    func code(for phone: String) async throws -> OneTimeCode {
        try await auth.sendDue(gateway: inbox.gateway, purger: inbox.purger)
        guard let text = inbox.messages.last(where: { $0.to.text == phone })?.text,
            let digits = text.split(separator: "#").last, let code = OneTimeCode(String(digits))
        else { throw PreparationFailure("no code for \(phone)") }
        return code
    }

    /// Returns another code than `code`.
    func wrong(_ code: OneTimeCode) throws -> OneTimeCode {
        let digits = code.reveal.map { $0 == "9" ? Character("0") : "9" }
        guard let other = OneTimeCode(String(digits)) else { throw PreparationFailure("a wrong code") }
        return other
    }

    /// Counts the rows of a table that fulfil a condition.
    func count(_ table: String, where condition: String = "1 = 1") async throws -> Int {
        try await database.read { transaction in
            let row = try transaction.first(Statement("SELECT COUNT(*) FROM \(table) WHERE \(condition)"))
            return Int(try row?.int(0) ?? 0)
        }
    }
}

/// Records text messages and calls of the vault in place of sending them.
final class Inbox: Sendable {
    private let sent = Mutex<[TextMessage]>([])
    private let purged = Mutex<[AccountID]>([])
    private let answers = Mutex<[DeliveryOutcome]>([])
    private let failed = Mutex<[String]>([])

    var messages: [TextMessage] { sent.withLock { $0 } }
    var purges: [AccountID] { purged.withLock { $0 } }

    /// The unexpected errors of handlers, which callers see as `internal`.
    var failures: [String] { failed.withLock { $0 } }

    func note(_ failure: String) { failed.withLock { $0.append(failure) } }

    /// Sets the outcomes of the next deliveries; further ones are `accepted`.
    func answer(_ next: DeliveryOutcome...) { answers.withLock { $0 = next } }

    private func next() -> DeliveryOutcome { answers.withLock { $0.isEmpty ? .accepted : $0.removeFirst() } }

    var gateway: SMSGateway {
        SMSGateway { message in
            self.sent.withLock { $0.append(message) }
            return self.next()
        }
    }

    var purger: VaultPurger {
        VaultPurger { account, _ in
            self.purged.withLock { $0.append(account) }
            return self.next()
        }
    }
}

/// The failure of a step that prepares a test.
struct PreparationFailure: Error {
    let what: String
    init(_ what: String) { self.what = what }
}

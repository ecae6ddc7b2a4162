import Audit
import AuthService
import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Logging
import OperatorConsole
import Primitives
import RPCClient
import RPCServer
import SQL
import ServiceHost
import StrictJSON
import Tokens

/// Builds the auth service from its configuration and runs it.
struct AuthServer {
    let configuration: AuthConfiguration
    let settings: ServiceSettings

    /// Serves until SIGTERM or SIGINT.
    func run() async throws {
        let runner = try ServiceRunner(configuration.common, settings)
        try configuration.checkBeforeStart(at: runner.clock.now)
        let files = try AuthKeyFiles(try runner.keyFolder(), configuration.common)
        try await runner.run(
            migrations: AuthStore.migrations,
            times: ServiceTimes(
                stored: AuthStore.storedTime, reset: { try await AuthStore.resetTimes(to: $1, from: $2, on: $0) },
                notMended: AuthStore.notMended),
            checkKeys: { try await AuthKeyCheck(keys: files.keys, files: files.rotating).run(on: AuthStore($0)) },
            beginGeneration: Self.beginGeneration(auditedBy: files.auditAuthenticator),
            build: { resources in try await parts(resources, runner, files) })
    }

    /// Changes the database at the beginning of a generation: the vault discards the session states it has cached. If
    /// the database may be an older copy, sessions and codes that have ended since would be valid again, so all of them
    /// end; a fail-over ends none. Every process that can begin a generation calls this, so it does not matter which of
    /// them is the first.
    static func beginGeneration(auditedBy authenticator: AuditAuthenticator) -> GenerationChange {
        { transaction, now, reason in
            try AuthStore.restartFeed(RandomSource.system.id(), at: now, in: transaction)
            if reason.meansOlderCopy { try VoidedByRestore.recordOlderCopy(at: now, in: transaction) }
            try AuditedTransaction.run(in: transaction, by: .service, authenticator) {
                let word: AuditDetail = reason.meansOlderCopy ? .olderCopy : .failover
                try $0.audit(AuditEntry(.generation, word, account: nil, at: now))
            }
        }
    }

    private func parts(
        _ resources: ServiceRunner.Resources, _ runner: ServiceRunner, _ files: AuthKeyFiles
    ) async throws -> ServiceRunner.Parts {
        let log = resources.process.log
        let messages = try MessagePath(configuration, clock: runner.clock, steady: runner.steady, log: log)
        resources.process.metrics.addPolledMetric("message_drivers_resting") { messages.restingDrivers }
        let link = try PeerLink(configuration.common.link, now: runner.clock.now)
        resources.process.metrics.addPolledMetric("curl_connections_opened_total") { link.connectionsOpened }
        let tokens = AccessTokens(issuer: configuration.issuer, keys: files.signing)
        var settings = configuration.serviceSettings
        settings.messageTexts = try configuration.texts.texts()
        let auth = Auth(
            store: AuthStore(resources.database.database), keys: files.keys, tokens: tokens,
            serviceCalls: files.serviceCalls,
            clock: runner.clock, steady: runner.steady, random: runner.random,
            settings: settings, log: log,
            deletionFile: DeletionFile(path: configuration.common.dataFolder.deletions),
            rotatingKeys: files.rotating, instanceName: InstanceName.present,
            isClockBelieved: resources.isClockBelieved,
            recordedHead: configuration.common.auditHeadFile.recordedHead,
            createBackup: resources.createBackup)
        resources.whenClockBelieved { auth.believeClock() }
        try await auth.prepare()
        resources.process.readiness.require("keys") { auth.keyProblem }
        try await auth.withdrawUnservedGroups()
        // The vault may ask for deletions as soon as the listeners are open, so the list is completed before.
        try await auth.reconcileDeletionFile(mayMissCommits: resources.mayMissCommits)
        let vault = PeerConnection(
            over: link.connection, keys: files.link, to: "vault", calling: [PurgeList.self, VaultPurge.self],
            clock: runner.clock,
            steady: runner.steady, random: runner.random
        )
        let observer = resources.process.callObserver
        let console = try auth.consoleRouter(at: configuration.consoleOrigins.map(\.callURL), observer: observer)
        let consoleEndpoints = consoleEndpoints(console, messages.captured)
        return ServiceRunner.Parts(
            router: try auth.router(observer: observer), endpoints: [Self.jwks(tokens), InvitePage.endpoint],
            operationsEndpoints: consoleEndpoints,
            reportListener: messages.reportListener(of: auth),
            keyFileProblems: { try await auth.keyFileProblems() },
            replayDeletions: { since in
                try await auth.replayDeletions(since: since) { try await vault.call(PurgeList.self, $0) }
            },
            refusalDuringReplay: Fault(.unavailable, retryAfterMs: 1000),
            run: { await auth.run(gateway: messages.gateway, purger: Self.purger(vault)) },
            link: link, linkKeys: files.link)
    }

    /// Makes the endpoints of the operator console from the function that refuses calls while deletions are applied again.
    private func consoleEndpoints(
        _ router: Router, _ captured: CapturedMessages?
    ) -> @Sendable (@escaping @Sendable (RequestContext) -> Fault?) -> [PlainEndpoint] {
        let origins = configuration.consoleOrigins
        return { refusal in
            var router = router
            router.refusal = refusal
            var messages: (@Sendable () -> [UInt8])?
            if let captured { messages = { captured.json } }
            return ConsoleEndpoints(origins: origins, router: router, capturedMessages: messages).all
        }
    }

    /// The public keys that verify access tokens.
    private static func jwks(_ tokens: AccessTokens) -> PlainEndpoint {
        PlainEndpoint(.get, "/.well-known/jwks.json") { _ in
            .json(tokens.keys.jwks.json.encoded(), cacheControl: "public, max-age=300")
        }
    }

    /// Calls `vault.purge`. Every failure counts as temporary, so that the call is repeated until the vault
    /// acknowledges it.
    private static func purger(_ vault: PeerConnection) -> VaultPurger {
        VaultPurger { account, request in
            do throws(CallFailure) {
                _ = try await vault.call(VaultPurge.self, .init(accountId: account, requestId: request))
                return .accepted
            } catch {
                return .failedTemporarily
            }
        }
    }
}

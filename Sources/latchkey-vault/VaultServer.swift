import AuditService
import Contracts
import Cryptography
import JSONRPC
import Logging
import Primitives
import RPCClient
import SQL
import ServiceAuth
import ServiceHost
import Tokens
import VaultService
import VaultStore

/// Builds the vault service from its configuration and runs it.
struct VaultServer {
    let configuration: VaultConfiguration
    let settings: ServiceSettings

    /// Serves until SIGTERM or SIGINT.
    func run() async throws {
        let runner = try ServiceRunner(configuration.common, settings)
        let files = try VaultKeyFiles(try runner.keyFolder(), configuration.common)
        let open: @Sendable (any Database) async throws -> VaultStore = { database in
            try await VaultStore.open(
                database, keys: files.ring, steady: runner.steady, random: runner.random, limits: configuration.limits)
        }
        try await runner.run(
            migrations: VaultStore.migrations,
            times: ServiceTimes(
                stored: VaultStore.storedTime, reset: { try await VaultStore.resetTimes(to: $1, from: $2, on: $0) },
                notMended: VaultStore.notMended),
            checkKeys: { try await VaultStore.checkKeys(files.ring, on: $0, random: runner.random) },
            beginGeneration: Self.beginGeneration(auditedBy: files.ring)
        ) { resources in
            try await parts(resources, runner, files, try await open(resources.database.database))
        }
    }

    /// Records the beginning of a generation in the audit log. Every process that can begin a generation calls this.
    static func beginGeneration(auditedBy ring: KeyRing) -> GenerationChange {
        { transaction, now, reason in
            try VaultStore.recordGeneration(
                isOlderCopy: reason.meansOlderCopy, at: now, keys: ring, random: .system, in: transaction)
        }
    }

    /// Accepts the end of the audit log of a restored database, unless the log continues the recorded end.
    ///
    /// - Returns: the sentences that say so to the administrator; nil if the log continues the recorded end.
    static func acceptRestoredAuditEnd(
        _ database: any Database, _ common: CommonConfiguration
    ) async throws -> String? {
        let store = try await VaultStore.open(
            database, keys: keyRing(common.existingKeyFolder()), steady: .system, random: .system)
        let audit = AuditKeeper(
            of: store.auditLog, recordedHead: common.auditHeadFile.recordedHead,
            retention: VaultSettings().auditRetention,
            log: Logger(label: "latchkey-vault"), now: { WallClock.system.now })
        return try await audit.acceptRestoredEnd().map {
            $0.present.noteOfRestore(insteadOf: $0.former, service: VaultConfiguration.service)
        }
    }

    private func parts(
        _ resources: ServiceRunner.Resources, _ runner: ServiceRunner, _ files: VaultKeyFiles, _ store: VaultStore
    ) async throws -> ServiceRunner.Parts {
        let link = try PeerLink(configuration.common.link, now: runner.clock.now)
        resources.process.metrics.addPolledMetric("curl_connections_opened_total") { link.connectionsOpened }
        var settings = VaultSettings()
        settings.allowsStaleReads = configuration.allowsStaleReads
        settings.auditRetention = configuration.auditRetention
        store.onNewGeneration(resources.generationHasBegun)
        let auth = authConnection(link, files.link, runner)
        let vault = Vault(
            store: store, peer: authPeer(auth),
            tokens: AccessTokens(issuer: configuration.issuer, keys: KeyTable([])),
            serviceCalls: ServiceCallVerifier(keys: files.link, sealing: [files.sessionHandle]),
            clock: runner.clock, steady: runner.steady, random: runner.random, settings: settings,
            log: resources.process.log, truncateWriteAheadLog: { try await resources.database.truncateLog() },
            isClockBelieved: resources.isClockBelieved, recordedHead: configuration.common.auditHeadFile.recordedHead,
            keyFiles: files.wrapping, instanceName: InstanceName.present, createBackup: resources.createBackup)
        try await vault.useKeys()
        resources.process.readiness.require("keys") { vault.keyProblem }
        resources.process.metrics.addPolledMetric("vault_wrapping_key_files_damaged") { vault.damagedKeyFiles }
        resources.process.metrics.addPolledMetric("revocation_lease_age_milliseconds") {
            vault.leaseAge.map { Int($0.ms) } ?? -1
        }
        addUsageMetrics(of: vault, to: resources.process.metrics)
        resources.process.readiness.require("auth") { vault.startProblem }
        return ServiceRunner.Parts(
            router: try vault.router(observer: resources.process.callObserver),
            guardedEndpoints: { refusal in
                [HeadEndpoint(vault: vault, refusal: refusal, observer: resources.process.callObserver).endpoint]
            }, maxBodyBytes: vault.maxBodyBytes, keyFileProblems: { try await vault.keyFileProblems() },
            replayDeletions: { since in
                try await vault.replayDeletions(since: since) { try await auth.call(DeletionList.self, $0) }
            }, refusalDuringReplay: Fault(.unavailable, retryAfterMs: 1000),
            run: { await vault.run() }, whenClosing: { vault.stopWaiting() }, link: link, linkKeys: files.link)
    }

    /// Adds what all accounts have stored together to the metrics; -1 before the first measurement.
    private func addUsageMetrics(of vault: Vault, to metrics: Prometheus) {
        let sums: [(String, @Sendable (StoreUsage) -> Int64)] = [
            ("vault_accounts", \.accounts), ("vault_items", \.items), ("vault_item_bytes", \.bytes),
            ("vault_history_bytes", \.historyBytes), ("vault_tombstones", \.tombstones),
            ("vault_logged_operations", \.operations),
        ]
        for (name, sum) in sums { metrics.addPolledMetric(name) { vault.usage.map { Int(sum($0)) } ?? -1 } }
        metrics.addPolledMetric("vault_limit_bytes") { [limits = configuration.limits] in
            limits.bytesOfAllAccounts.map { Int($0) } ?? 0
        }
    }

    /// Reads the index key and every `vault.kek-*.key`; if there is none, `vault.kek-1.key`, which only a demonstration
    /// makes. In an empty database the key with the lowest number becomes the active one; the others are recorded as
    /// distributed and wrap nothing yet.
    static func keyRing(_ folder: KeyFolder) throws(KeyFault) -> KeyRing {
        var ids = folder.files(endingIn: ".key").filter { $0.hasPrefix("vault.kek-") }
            .map { String($0.dropFirst(6).dropLast(4)) }
        // A shorter number is a lower one: the order of the text would put kek-10 before kek-2.
        ids.sort { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        if ids.isEmpty { ids = ["kek-1"] }
        var wrapping: [KeyRing.Key] = []
        for id in ids { wrapping.append(KeyRing.Key(id, try folder.secret("vault.\(id)"))) }
        return KeyRing(wrapping: wrapping, index: KeyRing.Key("index", try folder.secret("vault.index")))
    }

    private func authConnection(
        _ link: PeerLink, _ keys: LinkKeys, _ runner: ServiceRunner
    ) -> PeerConnection {
        PeerConnection(
            over: link.connection, keys: keys, to: "auth",
            calling: [TokenIntrospect.self, KeysCurrent.self, RevocationPoll.self, DeletionList.self],
            clock: runner.clock,
            steady: runner.steady, random: runner.random)
    }

    /// The calls to auth.
    private func authPeer(_ auth: PeerConnection) -> AuthPeer {
        AuthPeer(
            introspect: { try await auth.call(TokenIntrospect.self, $0) },
            poll: { try await auth.call(RevocationPoll.self, $0) },
            deletions: { try await auth.call(DeletionList.self, $0) },
            keys: { [issuer = configuration.issuer] in
                try JWKS(try await auth.call(KeysCurrent.self, Nothing()), issuer: issuer)
            })
    }
}

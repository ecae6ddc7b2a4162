import Contracts
import Cryptography
import Curl
import JSONRPC
import Logging
import Primitives
import RPCClient
import RPCServer
import SQL
import ServiceAuth
import ServiceHost
import Tokens
import VaultService
import VaultStore

/// Settings to a running `latchkey-vault`: store, service, router, doors.
struct VaultServer {
    let settings: Settings
    let clock: WallClock
    let steady: SteadyClock
    let random: RandomSource

    /// Serves until told to stop.
    func run() async throws {
        try SelfTest.run()
        let run = ServiceRun(name: "latchkey-vault", settings: settings, random: random, steady: steady)
        let data = DataFolder(settings.text("data") ?? "data")
        try data.make()
        let isDemo = settings.flag("demo")
        let folder = try KeyFolder(data.keys, random: random, makesMissing: isDemo)
        let service = try folder.serviceKey("vault")
        let peers = try folder.peerKeys("auth", makesMissing: isDemo)
        let ring = try Self.ring(folder)
        let open: @Sendable (any Database) async throws -> VaultStore = { [clock, steady, random] database in
            try await VaultStore.open(database, keys: ring, clock: clock, steady: steady, random: random)
        }
        let engine = try await ServiceDatabase.open("vault", settings, in: data, log: run.log) {
            try await open($0).beginEpochs()
        }
        _ = try await engine.migrate(VaultStore.migrations)
        let store = try await open(engine.database)
        try await engine.settle()
        let curl = try CurlClient()
        run.metrics.show("curl_connections_opened_total") { curl.connectionsOpened }
        engine.show(in: run.metrics)
        run.readiness.require("database", engine.complaint)

        var made = VaultSettings()
        made.hasRelaxedReads = settings.flag("relaxed-reads")
        let vault = Vault(
            store: store, peer: try authPeer(curl, service, peers),
            tokens: AccessTokens(issuer: settings.text("issuer") ?? "", keys: KeyTable([])),
            serviceCalls: ServiceCallVerifier(
                key: service, peers: peers, sealing: [try folder.secret("vault.session-handle")]),
            clock: clock, steady: steady, random: random, settings: made, log: run.log,
            truncateLog: engine.forgetDeleted)
        run.metrics.show("revocation_lease_age_milliseconds") { vault.leaseAge.map { Int($0.ms) } ?? -1 }
        let router = try vault.router(observer: run.book.observer)
        let front = try await run.open(
            settings.text("listen") ?? "", as: .public, router: router, bodyBytes: 1 << 20)
        let back = try await run.open(settings.text("internal-listen") ?? "", as: .internal, router: router)
        let side = try await run.open(
            settings.text("operations-listen") ?? "", as: .operations, router: nil,
            endpoints: HealthEndpoints.all(run.readiness, run.metrics))
        run.log.notice(
            "latchkey-vault is ready: \(front.address), internal \(back.address), operations \(side.address)")
        let upkeep = Upkeep { await vault.run() }
        try await run.serve(
            upkeep: [upkeep] + [engine.follow].compactMap(\.self), doors: [front.door, back.door, side.door]
        ) { vault.stopWaiting() }
        curl.close()
        await engine.database.close()
    }

    /// The index key and every `vault.kek-*.key`. In an empty database the first in order of name begins to wrap; one
    /// that comes later is only known.
    private static func ring(_ folder: KeyFolder) throws(KeyFault) -> KeyRing {
        var names = folder.files(endingIn: ".key").filter { $0.hasPrefix("vault.kek-") }.map { String($0.dropLast(4)) }
        if names.isEmpty { names = ["vault.kek-1"] }
        var wrapping: [KeyRing.Key] = []
        for name in names { wrapping.append(KeyRing.Key(String(name.dropFirst(6)), try folder.secret(name))) }
        return KeyRing(wrapping: wrapping, index: KeyRing.Key("index", try folder.secret("vault.index")))
    }

    /// The questions to auth, through libcurl; the keys come from the document beside its internal methods.
    private func authPeer(_ curl: CurlClient, _ service: ServiceKey, _ peers: PeerKeys) throws -> AuthPeer {
        let address = settings.text("peer-url") ?? ""
        let auth = PeerConnection(
            over: HTTPConnection(to: address, with: curl), as: service, to: "auth", peers: peers,
            reads: ["token.introspect", "revocation.poll"], clock: clock,
            steady: steady, random: random)
        let keys = String(address.dropLast("/rpc".count)) + "/.well-known/jwks.json"
        return AuthPeer(
            introspect: { try await auth.call(TokenIntrospect.self, $0) },
            poll: { try await auth.call(RevocationPoll.self, $0) },
            keys: { try JWKS(parsing: try await curl.send(CurlRequest(keys)).body) })
    }
}

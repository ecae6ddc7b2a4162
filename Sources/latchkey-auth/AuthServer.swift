import AuthService
import AuthStore
import Contracts
import Cryptography
import Curl
import DPoP
import JSONRPC
import Logging
import Primitives
import RPCClient
import RPCServer
import SQL
import ServiceHost
import StrictJSON
import Tokens

/// Settings to a running `latchkey-auth`: store, service, router, doors.
struct AuthServer {
    let settings: Settings
    let clock: WallClock
    let steady: SteadyClock
    let random: RandomSource

    /// Serves until told to stop.
    func run() async throws {
        try SelfTest.run()
        let run = ServiceRun(name: "latchkey-auth", settings: settings, random: random, steady: steady)
        let data = DataFolder(settings.text("data") ?? "data")
        try data.make()
        let isDemo = settings.flag("demo")
        let files = try AuthKeyFiles(
            KeyFolder(data.keys, random: random, makesMissing: isDemo), isDemo: isDemo)
        let engine = try await ServiceDatabase.open("auth", settings, in: data, log: run.log) { [clock, random] in
            try await AuthStore($0).beginFeed(random.id(), at: clock.now)
        }
        let database = engine.database
        let store = AuthStore(database)
        _ = try await engine.migrate(AuthStore.migrations)
        try await engine.settle()
        let curl = try CurlClient()
        run.metrics.show("curl_connections_opened_total") { curl.connectionsOpened }
        engine.show(in: run.metrics)
        run.readiness.require("database", engine.complaint)

        let tokens = AccessTokens(issuer: settings.text("issuer") ?? "", keys: files.signing)
        let auth = Auth(
            store: store, keys: files.keys, tokens: tokens, serviceCalls: files.serviceCalls, clock: clock,
            steady: steady,
            random: random, settings: try authSettings(), log: run.log)
        try await auth.prepare()
        let router = try auth.router(observer: run.book.observer)
        let vault = PeerConnection(
            over: HTTPConnection(to: settings.text("peer-url") ?? "", with: curl), as: files.service, to: "vault",
            peers: files.peers, clock: clock, steady: steady, random: random)
        let gateway = try gateway(run)

        let front = try await run.open(
            settings.text("listen") ?? "", as: .public, router: router, endpoints: [Self.jwks(tokens)])
        let back = try await run.open(
            settings.text("internal-listen") ?? "", as: .internal, router: router, endpoints: [Self.jwks(tokens)])
        let side = try await run.open(
            settings.text("operations-listen") ?? "", as: .operations, router: nil,
            endpoints: HealthEndpoints.all(run.readiness, run.metrics))
        let desk = try await run.open("unix:\(data.socket("auth"))", as: .operations, router: router)
        run.log.notice(
            "latchkey-auth is ready: \(front.address), internal \(back.address), operations \(side.address)")
        let upkeep = Upkeep { await auth.run(gateway: gateway, purger: Self.purger(vault)) }
        try await run.serve(
            upkeep: [upkeep] + [engine.follow].compactMap(\.self), doors: [front.door, back.door, side.door, desk.door])
        curl.close()
        await database.close()
    }

    private func authSettings() throws -> AuthSettings {
        let own = settings.text("public-url") ?? "http://\(settings.text("listen") ?? "")/rpc"
        let named = own.split(separator: ","), addresses = named.compactMap { PublicURL(String($0)) }
        guard !addresses.isEmpty, addresses.count == named.count else {
            throw SettingsFault("--public-url must be http or https addresses, by comma, not \"\(own)\"")
        }
        var made = AuthSettings(issuer: settings.text("issuer") ?? "", publicURLs: addresses)
        made.isDemo = settings.flag("demo")
        made.messageDomain = settings.text("message-domain") ?? "localhost"
        made.codeLifetime = .seconds(settings.number("code-seconds"))
        let pause = settings.number("send-seconds")
        guard pause >= 60 || made.isDemo else { throw SettingsFault("--set send-seconds=… must be at least 60") }
        made.sendLimits.number[0] = SendLimits.Rate(1, per: .seconds(pause))
        made.sendLimits.address = [SendLimits.Rate(settings.number("sends-per-address"), per: .hours(1))]
        return made
    }

    private func gateway(_ run: ServiceRun) throws -> SMSGateway {
        let isDemo = settings.flag("demo")
        let said = settings.text("sms") ?? ""
        if said.hasPrefix("spool:") {
            guard let spool = SMSGateway.spool(String(said.dropFirst(6))) else {
                throw SettingsFault(
                    "--set sms=\(said): no file can be made there; make the folder and give it to this user")
            }
            return spool
        }
        if said == "console" || (said.isEmpty && isDemo) {
            guard isDemo else { throw SettingsFault("--set sms=console shows codes in the log: only with --demo") }
            return .console(run.log)
        }
        throw SettingsFault("--set sms=… must be spool:FOLDER, or console with --demo")
    }

    private static func jwks(_ tokens: AccessTokens) -> PlainEndpoint {
        PlainEndpoint(.get, "/.well-known/jwks.json") { _ in
            .json(tokens.keys.jwks.json.encoded(), cacheControl: "public, max-age=300")
        }
    }

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

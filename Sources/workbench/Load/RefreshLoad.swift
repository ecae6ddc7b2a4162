import ArgumentParser
import Contracts
import Curl
import DPoP
import JSONRPC
import Primitives
import RPCClient
import Synchronization

/// B8: sessions of the group `demo`, each refreshing its token over and over under fresh request proofs.
struct RefreshLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "refresh", abstract: "Refresh sessions in a loop.")

    @Argument(help: "Auth's public address, as proofs name it.") var url: String
    @Option(help: "Sessions at a time.") var callers = 64
    @Option(help: "How long.") var seconds = 3

    func run() async throws {
        var settings = CurlSettings()
        settings.connectionsPerHost = callers
        let connection = HTTPConnection(to: url, with: try CurlClient(settings), totalMs: 30_000)
        var devices: [RefreshingDevice] = []
        for _ in 0..<callers {
            let device = RefreshingDevice(connection, url)
            try await device.register()
            devices.append(device)
        }
        let tally = Tally(seconds: seconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for device in devices { group.addTask { try await tally.run { try await device.refresh() } } }
            try await group.waitForAll()
        }
        print(tally.summary)
    }
}

/// One device key with its nonce and its refresh token.
final class RefreshingDevice: Sendable {
    private let connection: HTTPConnection
    private let url: String
    private let key = DeviceKey.generate(.system)
    private let nonce = Mutex<String?>(nil)
    private let token = Mutex<RefreshToken?>(nil)

    init(_ connection: HTTPConnection, _ url: String) {
        self.connection = connection
        self.url = url
    }

    func register() async throws {
        let phone = "+49151\(RandomSource.system.digits(9))"
        guard let group = GroupID(rawValue: "demo") else { return }
        let hello = try await connection.exchange(ServiceVersion.self, Nothing())
        nonce.withLock { $0 = hello.reply.header("DPoP-Nonce") }
        let started = try await call(RegistrationStart.self, .init(phone: phone, group: group))
        let grant = try await call(RegistrationConfirm.self, .init(challengeId: started.challengeId)).session
        token.withLock { $0 = grant.refreshToken }
    }

    func refresh() async throws {
        guard let spent = token.withLock({ $0 }) else { return }
        let grant = try await call(SessionRefresh.self, .init(refreshToken: spent))
        token.withLock { $0 = grant.refreshToken }
    }

    private func call<M: JSONRPC.Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        let known = nonce.withLock { $0 }
        let body = try RequestWriter.body(M.name, params)
        let proof = try RequestProof.make(
            key: key, method: M.name, body: body, url: url, nonce: known, accessToken: nil, random: .system,
            now: WallClock.system.now)
        let reply = try await connection.exchange(M.self, params) { _ in [Header("DPoP", proof)] }
        nonce.withLock { $0 = reply.reply.header("DPoP-Nonce") ?? $0 }
        return reply.answer
    }
}

import ArgumentParser
import Contracts
import Curl
import DPoP
import JSONRPC
import LatchkeyDevice
import Primitives
import RPCClient
import Synchronization

/// Registers sessions in the group `demo` and refreshes their tokens in a loop, each call with a fresh request proof.
struct RefreshLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Register accounts with random numbers in the group demo, and refresh their sessions in a loop.")

    @Argument(help: "Auth's public address, as proofs name it.") var url: String
    @Option(help: "Sessions that call at the same time.") var callers = 64
    @Option(help: "Duration in seconds.") var seconds = 3

    func run() async throws {
        var settings = CurlSettings()
        settings.connectionsPerHost = callers
        let connection = HTTPConnection(to: url, with: try CurlClient(settings), limits: .total(ms: 30_000))
        var sessions: [LoadSession] = []
        for _ in 0..<callers { sessions.append(try await LoadSession(connection, url)) }
        let tally = Tally(seconds: seconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions { group.addTask { try await tally.run { try await session.refresh() } } }
            try await group.waitForAll()
        }
        print(tally.summary)
    }
}

/// One registered session with its device key and its refresh token.
final class LoadSession: Sendable {
    private let auth: AuthClient
    private let token: Mutex<RefreshToken>

    /// Registers a random number in the group `demo`.
    init(_ connection: HTTPConnection, _ url: String) async throws {
        auth = AuthClient(connection: connection, url: url, key: .generate(.system), clock: .system, random: .system)
        guard let group = GroupID(rawValue: "demo") else { throw ExitCode.failure }
        let phone = "+49151\(RandomSource.system.digits(9))"
        let started = try await auth.call(RegistrationStart.self, .init(phone: phone, group: group))
        let confirmed = try await auth.call(RegistrationConfirm.self, .init(challengeId: started.challengeId))
        token = Mutex(confirmed.session.refreshToken)
    }

    func refresh() async throws {
        let spent = token.withLock { $0 }
        let grant = try await auth.call(SessionRefresh.self, .init(refreshToken: spent))
        token.withLock { $0 = grant.refreshToken }
    }
}

import ArgumentParser
import Contracts
import JSONRPC
import LatchkeyDevice
import Primitives
import Synchronization

/// Refreshes the tokens of sessions in a loop.
struct RefreshLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Register accounts, and refresh their sessions in a loop.")

    @OptionGroup var options: LoadOptions

    func run() async throws {
        try await options.measure {
            RefreshedSession($0)
        } repeating: {
            try await $0.refresh()
        }
    }
}

/// A session and its present refresh token.
private final class RefreshedSession: Sendable {
    private let auth: AuthClient
    private let token: Mutex<RefreshToken>

    init(_ account: LoadAccount) {
        auth = account.auth
        token = Mutex(account.session.refreshToken)
    }

    func refresh() async throws {
        let spent = token.withLock { $0 }
        let grant = try await auth.call(
            SessionRefresh.self, .init(refreshToken: spent, requestId: RandomSource.system.id()))
        token.withLock { $0 = grant.refreshToken }
    }
}

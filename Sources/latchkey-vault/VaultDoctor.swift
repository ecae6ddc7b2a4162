import Contracts
import JSONRPC
import Primitives
import RPCClient
import SQL
import ServiceAuth
import ServiceHost
import VaultStore

/// The parts of `doctor` that only the vault has.
struct VaultDoctor: ServiceDoctor {
    static var migrations: [Migration] { VaultStore.migrations }
    static var storedTime: StoredTime { VaultStore.storedTime }

    private let common: CommonConfiguration

    init(_ configuration: VaultConfiguration) { common = configuration.common }

    func readKeyFiles() throws { _ = try VaultKeyFiles(existingIn: common) }

    func checkKeys(on database: any Database) async throws {
        _ = try await VaultStore.open(
            database, keys: VaultKeyFiles(existingIn: common).ring, steady: .system, random: .system)
    }

    func callPeer() async throws {
        let files = try VaultKeyFiles(existingIn: common)
        let link = try PeerLink(common.link, now: WallClock.system.now)
        defer { link.close() }
        let auth = PeerConnection(
            over: link.connection, keys: files.link, to: "auth", calling: [KeysCurrent.self],
            clock: .system, steady: .system, random: .system)
        _ = try await auth.call(KeysCurrent.self, Nothing())
    }

    func ownFindings(isRunning: Bool) async -> [Finding] { [] }
}

import Contracts
import Glibc
import JSONRPC
import Primitives
import RPCClient
import SQL
import ServiceAuth
import ServiceHost
import Tokens
import VaultService
import VaultStore

/// The parts of `doctor` that only the vault has.
struct VaultDoctor: ServiceDoctor {
    static var migrations: [Migration] { VaultStore.migrations }
    static var storedTime: StoredTime { VaultStore.storedTime }

    private let configuration: VaultConfiguration
    private var common: CommonConfiguration { configuration.common }

    init(_ configuration: VaultConfiguration) { self.configuration = configuration }

    func readKeyFiles() throws { _ = try VaultKeyFiles(existingIn: common) }

    func checkKeys(on database: any Database) async throws {
        try await VaultStore.checkKeys(VaultKeyFiles(existingIn: common).ring, on: database, random: .system)
    }

    func callPeer() async throws {
        let files = try VaultKeyFiles(existingIn: common)
        let link = try PeerLink(common.link, now: WallClock.system.now)
        defer { link.close() }
        let auth = PeerConnection(
            over: link.connection, keys: files.link, to: "auth", calling: [KeysCurrent.self],
            clock: .system, steady: .system, random: .system)
        _ = try JWKS(try await auth.call(KeysCurrent.self, Nothing()), issuer: configuration.issuer)
    }

    func ownFindings(isRunning: Bool) async -> [Finding] {
        isRunning ? await wrappingKeys() + AuditFindings.all(of: common) : []
    }

    /// The findings about the wrapping keys that the running service lists.
    private func wrappingKeys() async -> [Finding] {
        let socket = AdministrationSocket(of: VaultConfiguration.service, in: common.dataFolder)
        return await WrappingKeyFindings(
            backupRetention: configuration.backupRetention, folder: common.dataFolder.keys,
            now: WallClock.system.now, fileExists: { access($0, F_OK) == 0 }
        ).all { try await socket.call(KeyList.self, Nothing()).keys }
    }
}

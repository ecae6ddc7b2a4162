import ArgumentParser
import Contracts
import Curl
import JSONRPC
import Primitives
import RPCClient
import SQL
import ServiceAuth
import ServiceHost
import VaultService
import VaultStore

/// `unknown-accounts`: lists what a restore of auth has left without an owner.
struct UnknownAccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unknown-accounts",
        abstract: """
            Lists the accounts that have a vault and do not exist in auth, as after a restore of auth from a backup that \
            is older than their registration. Auth must run. On SQLite the vault must be stopped.
            """)

    @OptionGroup var options: DatabaseOptions

    func run() async throws {
        let (opened, configuration) = try await options.open(VaultConfiguration.self)
        let lines = try await opened.closing { try await Self.lines(opened.database, configuration.common) }
        for line in lines { print(line) }
    }

    /// Asks auth, and describes what was found in at most ``UnknownAccounts/listLimit`` lines and two more.
    static func lines(_ database: any Database, _ common: CommonConfiguration) async throws -> [String] {
        let folder = try KeyFolder(common.dataFolder.keys, random: .system, makesMissing: false)
        let store = try await VaultStore.open(
            database, keys: VaultServer.keyRing(folder), steady: .system, random: .system)
        let curl = try CurlClient()
        defer { curl.close() }
        let auth = PeerConnection(
            over: HTTPConnection(to: common.peerURL, with: curl), as: try folder.serviceKey("vault"), to: "auth",
            peers: try folder.peerKeys("auth", makesMissing: false), reads: [AccountUnknown.name], clock: .system,
            steady: .system, random: .system)
        let found: UnknownAccounts
        do {
            found = try await UnknownAccounts.find(in: store) { try await auth.call(AccountUnknown.self, $0) }
        } catch let failure as CallFailure {
            return [
                """
                auth does not answer at \(common.peerURL) (\(failure)), so the accounts that have a vault and do not exist \
                in auth are not listed: start auth, then run latchkey-vault unknown-accounts while the vault is stopped
                """
            ]
        }
        let more = found.count - found.listed.count
        return ["unknownAccounts: \(found.count)"] + found.listed.map { "auth does not know \($0)" }
            + (more > 0 ? ["auth does not know \(more) more"] : [])
    }
}

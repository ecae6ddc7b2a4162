import ArgumentParser
import Contracts
import JSONRPC
import Primitives
import RPCClient
import SQL
import ServiceAuth
import ServiceHost
import StrictJSON
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

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let (opened, configuration) = try await options.open(VaultConfiguration.self)
        let found = try await opened.closing { try await Self.find(opened.database, configuration.common) }
        if json { return print(JSON.object(found.members).text) }
        for line in found.lines { print(line) }
    }

    /// Asks auth about every account that has a vault.
    ///
    /// - Throws: `PeerFailure` if auth does not answer.
    private static func find(_ database: any Database, _ common: CommonConfiguration) async throws -> UnknownAccounts {
        let folder = try common.existingKeyFolder()
        let store = try await VaultStore.open(
            database, keys: VaultServer.keyRing(folder), steady: .system, random: .system)
        let link = try PeerLink(common.link, now: WallClock.system.now)
        defer { link.close() }
        let auth = PeerConnection(
            over: link.connection, keys: try common.linkKeys(in: folder), to: "auth", calling: [AccountUnknown.self],
            clock: .system,
            steady: .system, random: .system)
        do {
            return try await UnknownAccounts.find(in: store) { try await auth.call(AccountUnknown.self, $0) }
        } catch let failure as CallFailure {
            throw PeerFailure(failure, calling: "auth", at: "\(common.link.peer)")
        }
    }

    /// What `restore` reports. Auth need not run then, so that it does not answer is a note.
    ///
    /// - Parameter notes: the notes that the report has in addition.
    static func report(
        _ database: any Database, _ common: CommonConfiguration, notes: [String]
    ) async throws -> RestoreOptions.Report {
        do {
            let found = try await find(database, common)
            return .init(members: found.members, lines: found.lines, notes: notes)
        } catch let failure as PeerFailure {
            let note = """
                the accounts that have a vault and do not exist in auth are not listed, because \(failure); then run \
                latchkey-vault unknown-accounts while the vault is stopped
                """
            return .init(notes: notes + [note])
        }
    }
}

extension UnknownAccounts {
    /// The members of the commands' JSON.
    fileprivate var members: JSONObject {
        ["unknownAccounts": .number(JSONNumber(count)), "accounts": .array(listed.map { .string($0.description) })]
    }

    /// The same for people, in at most ``listLimit`` lines and two more.
    fileprivate var lines: [String] {
        let more = count - listed.count
        return ["unknownAccounts: \(count)"] + listed.map { "auth does not know \($0)" }
            + (more > 0 ? ["auth does not know \(more) more"] : [])
    }
}

import ArgumentParser
import Curl
import Foundation
import JSONRPC
import RPCClient
import Stories

/// The subcommand `story`: plays stories against a running pair of services.
struct PlayStories: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "story",
        abstract: "Play stories against a running pair, with real latchkey processes; they create accounts in it.")

    @Argument(help: "Story files.") var files: [String]
    @Option(help: "Auth's public address.") var authURL = "http://127.0.0.1:7601/rpc"
    @Option(help: "The vault's public address.") var vaultURL = "http://127.0.0.1:7602/rpc"
    @Option(help: "The folder messages are spooled to.") var spool: String
    @Option(help: "Auth's data folder, where its socket is.") var data: String
    @Option(help: "The latchkey program.") var latchkeyBin: String
    @Option(help: "The latchkey-auth program.") var authBin: String
    @Option(help: "The process that kills and restarts a service: auth on SIGUSR1, the vault on SIGUSR2.")
    var supervisor: Int32?
    @Option(help: "The address of a relay before auth that loses the answer to the method named in DATA/lost-answer.")
    var relayURL: String?
    @Option(help: "The vault's database: a file or a postgres:// address.") var vaultDatabase: String
    @Option(help: "The folder of totp.py and vault_rows.py.") var oracles = "scripts/lib"
    @Flag(help: "Print each step in plain words, and what the person sees.") var narrate = false

    func run() async throws {
        let client = try CurlClient()
        let pair = ProcessDriver.Pair(
            authURL: authURL, vaultURL: vaultURL, auth: HTTPConnection(to: authURL, with: client),
            vault: HTTPConnection(to: vaultURL, with: client), latchkey: latchkeyBin, latchkeyAuth: authBin,
            authData: data, spool: spool, vaultDatabase: vaultDatabase, oracles: oracles,
            relayURL: relayURL, supervisor: supervisor)
        var failed = 0
        for file in files {
            do {
                try await play(file, pair)
            } catch {
                failed += 1
                print("\(file): \(error)")
            }
        }
        if failed > 0 { throw ExitCode(1) }
    }

    private func play(_ file: String, _ pair: ProcessDriver.Pair) async throws {
        let path = URL(fileURLWithPath: file), folder = path.deletingLastPathComponent()
        let story = try Story(Array(Data(contentsOf: path))) { name in
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        let profiles = FileManager.default.temporaryDirectory.appendingPathComponent(
            "latchkey-\(getpid())-\(path.lastPathComponent)")
        try FileManager.default.createDirectory(at: profiles, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: profiles) }
        let printer = StoryPrinter(story, isEnabled: narrate)
        printer.printTitle()
        try await StoryRunner(ProcessDriver(pair, folder: profiles.path)) { try printer.printStep($0, $1) }.play(story)
        print("\(story.title): \(story.steps.count) steps, all as expected")
    }
}

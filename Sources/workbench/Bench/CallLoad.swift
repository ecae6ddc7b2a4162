import ArgumentParser
import Contracts
import Cryptography
import Curl
import Foundation
import JSONRPC
import Proofs
import RPCClient
import TimeAndChance
import Vocabulary

/// B12: the vault's calls to auth's internal listener, through our client, under a call session.
struct CallLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "calls")

    @Option(help: "Auth's internal address.") var authURL: String
    @Option(help: "The folder of the demonstration's key files.") var keys: String
    @Option(help: "Callers at once, and connections.") var callers = 16
    @Option(help: "How long, in seconds.") var seconds = 3.0
    @Flag(help: "Ask token.introspect, whose caller auth verifies, instead of service.version.") var introspects = false

    func run() async throws {
        var settings = CurlSettings()
        settings.connectionsPerHost = callers
        let peer = PeerConnection(
            over: HTTPConnection(to: authURL, with: try CurlClient(settings)),
            as: ServiceKey(name: "vault", key: try Ed25519.PrivateKey(pem: text("vault.service.pem"))), to: "auth",
            peers: PeerKeys([("auth", try Ed25519.PublicKey(pem: text("auth.service.pub")))]),
            reads: ["token.introspect"], clock: .system, steady: .system, dice: .system)
        let nobody = TokenIntrospect.Params(accountId: Dice.system.id(), sessionId: Dice.system.id())
        let line = try await Callers(count: callers, seconds: seconds).run { [introspects] _ in
            if introspects {
                _ = try await peer.call(TokenIntrospect.self, nobody)
            } else {
                _ = try await peer.call(ServiceVersion.self, .init())
            }
        }
        print(line)
    }

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: "\(keys)/\(file)", encoding: .utf8)
    }
}

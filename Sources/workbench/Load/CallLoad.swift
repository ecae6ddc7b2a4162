import ArgumentParser
import Contracts
import Cryptography
import Curl
import Foundation
import JSONRPC
import Primitives
import RPCClient
import ServiceAuth

/// Calls `service.version` at auth's internal listener as the vault does: through `PeerConnection`, with a call
/// session.
struct CallLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "calls", abstract: "Call as the vault calls auth.")

    @Argument(help: "Auth's internal address.") var url: String
    @Option(help: "The folder of the demonstration's key files.") var keys: String
    @Option(help: "Calls at the same time.") var callers = 64
    @Option(help: "Connections.") var connections = 4
    @Option(help: "Duration in seconds.") var seconds = 3

    func run() async throws {
        var settings = CurlSettings()
        settings.connectionsPerHost = connections
        let peer = PeerConnection(
            over: HTTPConnection(to: url, with: try CurlClient(settings)),
            keys: LinkKeys(
                ServiceKey(name: "vault", key: try Ed25519.PrivateKey(pem: text("vault.service.pem"))),
                PeerKeys([("auth", try Ed25519.PublicKey(pem: text("auth.service.pub")))])), to: "auth",
            calling: [ServiceVersion.self], clock: .system, steady: .system, random: .system)
        let tally = Tally(seconds: seconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<callers {
                group.addTask { try await tally.run { _ = try await peer.call(ServiceVersion.self, Nothing()) } }
            }
            try await group.waitForAll()
        }
        print(tally.summary)
    }

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: "\(keys)/\(file)", encoding: .utf8)
    }
}

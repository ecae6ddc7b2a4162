import ArgumentParser
import Contracts
import Curl
import JSONRPC
import RPCClient

/// B12: `service.version` through our client, `callers` at a time.
struct CallLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "calls", abstract: "Call through our libcurl client.")

    @Argument(help: "The address.") var url: String
    @Option(help: "Calls at a time.") var callers = 64
    @Option(help: "Connections.") var connections = 4
    @Option(help: "How long.") var seconds = 3

    func run() async throws {
        var settings = CurlSettings()
        settings.connectionsPerHost = connections
        let connection = HTTPConnection(to: url, with: try CurlClient(settings))
        let tally = Tally(seconds: seconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    try await tally.run { _ = try await connection.call(ServiceVersion.self, Nothing()) }
                }
            }
            try await group.waitForAll()
        }
        print(tally.summary)
    }
}

import ArgumentParser
import JSONRPC
import ServiceHost

/// The options of the commands that call the running vault over its administration socket.
struct VaultSocketOptions: ParsableArguments {
    @Option(help: "The service's data folder.")
    var data = "data"

    @Flag(help: "Print JSON.")
    var json = false

    func call<M: JSONRPC.Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        try await AdministrationSocket(of: VaultConfiguration.service, in: DataFolder(data))
            .call(method, params, within: 60)
    }
}

import ArgumentParser
import JSONRPC
import ServiceHost

/// The options of a command that calls the running service over its administration socket.
struct AdministrationSocketOptions: ParsableArguments {
    @Option(help: "The service's data folder.")
    var data = "data"

    @Flag(help: "Print JSON.")
    var json = false

    /// Calls a method at the administration socket.
    func call<M: JSONRPC.Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        try await AdministrationSocket(of: AuthConfiguration.service, in: DataFolder(data)).call(method, params)
    }
}

import ArgumentParser
import Curl
import JSONRPC
import RPCClient
import ServiceHost

/// The options of a command that calls the running service over its administration socket.
struct AdministrationSocketOptions: ParsableArguments {
    @Option(help: "The service's data folder.")
    var data = "data"

    @Flag(help: "Print JSON.")
    var json = false

    /// Calls a method at the administration socket.
    func call<M: JSONRPC.Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        let socket = DataFolder(data).socket("auth")
        let curl = try CurlClient()
        defer { curl.close() }
        let connection = HTTPConnection(to: "http://latchkey/rpc", with: curl, unixSocket: socket)
        do throws(CallFailure) {
            return try await connection.call(method, params)
        } catch {
            switch error {
            case .refused(let fault):
                throw ValidationError("\(fault.message) What to do: \(fault.remedy).")
            case .unreachable(let reason):
                throw ValidationError(
                    """
                    the service does not answer at \(socket) (\(reason.reason)): start it with 'latchkey-auth serve', \
                    or name its data folder with --data
                    """)
            case .unreadable(_, let reason):
                throw ValidationError("the program at \(socket) is not latchkey-auth: \(reason)")
            }
        }
    }
}

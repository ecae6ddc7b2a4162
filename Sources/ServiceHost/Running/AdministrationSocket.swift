import Contracts
import Curl
public import JSONRPC
import RPCClient
import StrictJSON

/// The administration socket of a running service, for the administrator's commands.
public struct AdministrationSocket: Sendable {
    private let service: String
    private let path: String

    /// - Parameter service: the short name of the service, `auth` or `vault`.
    public init(of service: String, in folder: DataFolder) {
        self.service = service
        path = folder.socket(service)
    }

    /// The sentence for the administrator that says why a call was not answered.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// Calls a method of the service.
    ///
    /// - Parameter seconds: the time for the whole call.
    public func call<M: JSONRPC.Method>(
        _ method: M.Type, _ params: M.Params, within seconds: Int = 3
    ) async throws -> M.Answer {
        let curl = try CurlClient()
        defer { curl.close() }
        let connection = HTTPConnection(
            to: "http://latchkey/rpc", with: curl, unixSocket: path, limits: .total(ms: seconds * 1_000))
        do throws(CallFailure) {
            return try await connection.call(method, params)
        } catch {
            throw Failure(description: sentence(error, seconds))
        }
    }

    private func sentence(_ failure: CallFailure, _ seconds: Int) -> String {
        switch failure {
        case .refused(let fault):
            if case .string(let reason)? = fault.data["reason"], fault.isKind(.backupRefused) { return reason }
            return "\(fault.message) What to do: \(fault.remedy)."
        case .unreachable(let error) where error.isTimeout:
            return "the service did not answer at \(path) within \(seconds) s: look at its log"
        case .unreachable(let error):
            return """
                the service does not answer at \(path) (\(error.reason)): start it with 'latchkey-\(service) serve', or \
                name its data folder with --data
                """
        case .unreadable(_, let reason): return "the program at \(path) is not latchkey-\(service): \(reason)"
        }
    }
}

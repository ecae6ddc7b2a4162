import Contracts
import Curl
public import JSONRPC
import Primitives
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
        /// The fault with which the service refused the call; nil if no such answer arrived, so that the call may have
        /// taken effect.
        let fault: RemoteFault?

        fileprivate init(description: String, fault: RemoteFault?) {
            (self.description, self.fault) = (description, fault)
        }

        /// The sentence for a call that the service refused.
        public init(_ fault: RemoteFault) {
            self.fault = fault
            if case .string(let reason)? = fault.data["reason"],
                [FaultKind.backupRefused, .keyRefused, .timeRefused, .auditRefused].contains(where: fault.isKind)
            {
                description = reason
            } else if fault.isKind(.invalidParams), fault.data["field"] == "phone" {
                description = "The phone number cannot be used. \(E164.spellingAdvice)"
            } else if fault.isKind(.invalidParams), case .string(let field)? = fault.data["field"] {
                description = "\(fault.message) The member is \(field). What to do: \(fault.remedy)."
            } else {
                description = "\(fault.message) What to do: \(fault.remedy)."
            }
        }
    }

    /// Calls a method of the service.
    ///
    /// - Parameter seconds: the time for the whole call.
    public func call<M: JSONRPC.Method>(
        _ method: M.Type, _ params: M.Params, within seconds: Int = 3
    ) async throws -> M.Answer {
        switch try await result(of: method, params, within: seconds) {
        case .success(let answer): return answer
        case .failure(let failure): throw Failure(description: sentence(failure, seconds), fault: failure.fault)
        }
    }

    /// Calls a method of the service as ``call(_:_:within:)`` does; returns nil if nothing listens on the socket.
    public func callIfServed<M: JSONRPC.Method>(
        _ method: M.Type, _ params: M.Params, within seconds: Int = 10
    ) async throws -> M.Answer? {
        switch try await result(of: method, params, within: seconds) {
        case .success(let answer): return answer
        case .failure(.unreachable(let error)) where !error.mayHaveBeenSent && !error.isTimeout: return nil
        case .failure(let failure): throw Failure(description: sentence(failure, seconds), fault: failure.fault)
        }
    }

    private func result<M: JSONRPC.Method>(
        of method: M.Type, _ params: M.Params, within seconds: Int
    ) async throws -> Result<M.Answer, CallFailure> {
        let curl = try CurlClient()
        defer { curl.close() }
        let connection = HTTPConnection(
            to: "http://latchkey/rpc", with: curl, unixSocket: path, limits: .total(ms: seconds * 1_000))
        do throws(CallFailure) {
            return .success(try await connection.call(method, params))
        } catch {
            return .failure(error)
        }
    }

    private func sentence(_ failure: CallFailure, _ seconds: Int) -> String {
        switch failure {
        case .refused(let fault): return Failure(fault).description
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

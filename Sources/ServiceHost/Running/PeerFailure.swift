public import JSONRPC

/// The sentence for the administrator that says why the other service did not answer a command.
public struct PeerFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// - Parameters:
    ///   - service: the short name of the other service, `auth` or `vault`.
    ///   - url: its internal address, as the setting `peer-url` has it.
    public init(_ failure: CallFailure, calling service: String, at url: String) {
        description =
            switch failure {
            case .refused(let fault) where fault.isKind(.methodNotFound):
                "\(service) at \(url) is of an earlier version, which cannot answer: upgrade it"
            case .refused(let fault): "\(service) at \(url) refused: \(fault.message) What to do: \(fault.remedy)."
            case .unreachable(let error) where error.isTimeout:
                "\(service) did not answer in time at \(url): look at its log"
            case .unreachable(let error):
                "\(service) does not answer at \(url) (\(error.reason)): start it, or set peer-url to its internal address"
            case .unreadable(_, let reason): "what answers at \(url) is not latchkey-\(service): \(reason)"
            }
    }
}

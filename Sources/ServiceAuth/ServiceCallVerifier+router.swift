public import JSONRPC
public import Primitives

extension ServiceCallVerifier {
    /// Returns the other service as the verified caller of a request at the internal listener, and nil for a request
    /// without the header of a service call. The answer is authenticated under the session key of the call.
    ///
    /// - Parameters:
    ///   - path: the URL path of the internal listener, which the caller signs.
    ///   - now: the time of the host's clock.
    /// - Throws: the reason why the header is refused.
    public func caller(
        of context: RequestContext, path: String, now: Instant
    ) throws(ServiceCallFault) -> ServiceCaller? {
        guard let header = context.internalCall else { return nil }
        let call = try verify(header, path: path, body: context.body, now: now)
        return ServiceCaller(name: call.caller) { status, body in
            Header(ServiceCallScheme.answerHeaderName, call.answerHeader(status: status, body: body))
        }
    }
}

import Logging
import NIOSSL
import Primitives

extension HTTPConnectionHandler {
    /// Logs that no TLS connection was made, because a client without a valid certificate is an attack or a mistake in
    /// the set-up: one line per ten seconds, with the number of those before it. Errors of connections that were made
    /// are not logged.
    func logRefusedTLS(_ error: any Error) {
        guard case .handshakeFailed(let reason)? = error as? NIOSSLError,
            let omitted = server.refusedTLS.omittedBefore(SteadyClock.system.now)
        else { return }
        server.logger.warning(
            "refused a TLS connection: the client's certificate is missing, expired or of another authority, or it does not speak TLS 1.2",
            metadata: ["client": "\(peer)", "reason": "\(reason)", "othersBefore": "\(omitted)"])
    }
}

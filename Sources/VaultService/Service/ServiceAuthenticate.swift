import Contracts
import JSONRPC
import Logging
import Primitives
import ServiceAuth
import VaultStore

extension Vault {
    /// Begins an authenticated conversation with the other service; each introduction is taken once, by any instance.
    func serviceAuthenticate(_ call: Call<ServiceAuthenticate, Void>) async throws -> ServiceAuthenticate.Answer {
        do {
            let (_, jti, answer) = try serviceCalls.acceptHandshake(
                call.params.assertion, now: clock.now, random: random)
            guard
                try await store.takeIntroduction(
                    jti, until: clock.now + ServiceCallScheme.window + ServiceCallScheme.window)
            else { throw Fault(.callRefused) }
            return ServiceAuthenticate.Answer(
                handle: answer.handle, publicKey: answer.publicKey, signature: answer.signature,
                expiresAtMs: answer.expires)
        } catch let fault as ServiceCallFault {
            log.notice("an introduction was refused", metadata: ["reason": "\(fault)"])
            throw Fault(.callRefused)
        }
    }
}

import Contracts
import JSONRPC
import Logging
import Primitives
import ServiceAuth
import VaultStore

extension Vault {
    /// Opens an authenticated session with auth. Each assertion is accepted once, by one instance.
    func serviceAuthenticate(_ call: Call<ServiceAuthenticate, Void>) async throws -> ServiceAuthenticate.Answer {
        do {
            let now = clock.now
            let (_, jti, answer) = try serviceCalls.acceptHandshake(call.params.assertion, now: now, random: random)
            guard
                try await store.recordAssertion(
                    jti, until: now + ServiceCallScheme.window + ServiceCallScheme.window, at: now)
            else { throw Fault(.callRefused) }
            return ServiceAuthenticate.Answer(
                handle: answer.handle, publicKey: answer.publicKey, signature: answer.signature,
                expiresAtMs: answer.expires)
        } catch let fault as ServiceCallFault {
            log.notice("a service assertion was refused", metadata: ["reason": "\(fault)"])
            throw Fault(.callRefused)
        }
    }
}

import AuthStore
import Contracts
import JSONRPC
import Logging
import Primitives
import ServiceAuth

extension Auth {
    /// Opens a session for service calls of the vault. Each assertion is accepted once, over all instances.
    func serviceAuthenticate(_ call: Call<ServiceAuthenticate, Void>) async throws -> ServiceAuthenticate.Answer {
        do {
            let (caller, jti, answer) = try serviceCalls.acceptHandshake(
                call.params.assertion, now: time.hostNow, random: random)
            let assertion = PresentedProof(
                jti: jti, thumbprint: "service \(caller)",
                expires: now + ServiceCallScheme.window + ServiceCallScheme.window)
            try await store.presenting(assertion).recordProof()
            return ServiceAuthenticate.Answer(
                handle: answer.handle, publicKey: answer.publicKey, signature: answer.signature,
                expiresAtMs: answer.expires)
        } catch let fault as ServiceCallFault {
            log.notice("a service assertion was refused", metadata: ["reason": "\(fault)"])
            throw Fault(.callRefused)
        } catch is ProofReplayed {
            throw Fault(.callRefused)
        }
    }
}

import Audit
import AuthStore
import Contracts
import Cryptography
import DPoP
import JSONRPC
import Primitives
import StrictJSON

extension Authenticator {
    /// Verifies the request proof: made for this request, with a current nonce.
    ///
    /// Whether it was presented before is found out where the call has its effect: the store records the proof in the
    /// call's first transaction. A call that reads records nothing, so a request with a key that nobody knows costs no
    /// write; presented again while its nonce is valid, it gives the same caller the same answer.
    func verifyProof(
        _ facts: MethodFacts, _ context: RequestContext, accessToken: String?
    ) throws -> VerifiedProof {
        guard let header = context.proof else { throw Fault(.proofRefused, reason: "missing") }
        do {
            let proof = try RequestProof.verify(header)
            try proof.check(
                method: facts.name, body: context.body, urls: auth.settings.publicURLs, accessToken: accessToken,
                nonce: auth.nonces, now: auth.now)
            return proof
        } catch {
            throw Fault(.proofRefused, reason: error.reason)
        }
    }

    /// The caller of a verified proof, and the proof for the store to record; a read records none.
    func identified<Identity>(
        _ identity: Identity, by proof: VerifiedProof?, _ facts: MethodFacts, as actor: AuditActor
    ) -> Authenticated<Identity> {
        guard let proof, !facts.isRead else { return Authenticated(identity: identity, proof: nil, actor: actor) }
        return Authenticated(
            identity: identity,
            proof: PresentedProof(
                jti: proof.jti, thumbprint: proof.thumbprint, expires: auth.now + PresentedProof.longestLife),
            actor: actor)
    }
}

extension ProofFault {
    fileprivate var reason: String {
        switch self {
        case .malformed: "malformed"
        case .wrongKind: "wrongKind"
        case .wrongAlgorithm: "wrongAlgorithm"
        case .wrongKey: "wrongKey"
        case .badSignature: "badSignature"
        case .wrongMethod: "wrongMethod"
        case .wrongBody: "wrongBody"
        case .wrongURL: "wrongURL"
        case .staleNonce: "staleNonce"
        case .wrongToken: "wrongToken"
        }
    }
}

extension VerifiedProof {
    /// The public key as the text of a JWK.
    var jwk: String { JSON.object(JSONObject(publicKey.jwk.map { ($0.name, .string($0.value)) })).text }
}

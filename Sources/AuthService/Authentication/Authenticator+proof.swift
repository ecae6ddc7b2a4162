import AuthStore
import Contracts
import Cryptography
import DPoP
import JSONRPC
import Primitives
import StrictJSON

extension Authenticator {
    /// Verifies the request proof: made for this request, with a current nonce, and not presented to any instance
    /// before.
    ///
    /// The proof of a read with a token may be presented again while its nonce is valid: it gives the same caller the
    /// same answer, so recording it would cost a write and gain nothing.
    func verifyProof(
        _ facts: MethodFacts, _ context: RequestContext, accessToken: String?
    ) async throws -> VerifiedProof {
        guard let header = context.proof else { throw Fault(.proofRefused, reason: "missing") }
        let proof: VerifiedProof
        do {
            proof = try RequestProof.verify(header)
            try proof.check(
                method: facts.name, body: context.body, urls: auth.settings.publicURLs, accessToken: accessToken,
                nonce: auth.nonces, now: auth.now)
        } catch {
            throw Fault(.proofRefused, reason: error.reason)
        }
        if facts.isRead, accessToken != nil { return proof }
        // A proof is refused once its nonce has expired: after the nonce lifetime of 300 s and 30 s of clock skew. Its
        // identifier is kept for twice that time.
        let isNew = try await auth.store.recordProof(
            jti: proof.jti, thumbprint: proof.thumbprint, expires: auth.now + .seconds(660))
        guard isNew else { throw Fault(.proofRefused, reason: "replayed") }
        return proof
    }
}

extension Fault {
    /// A refusal with a reason for the client's developer.
    init(_ kind: FaultKind, reason: String) {
        self.init(kind, detail: ["reason": .string(reason)])
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

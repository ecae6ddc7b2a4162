import AuthStore
import Contracts
import Cryptography
import DPoP
import JSONRPC
import Primitives
import StrictJSON

extension Authenticator {
    /// A request proof that is for this request, fresh, and shown for the first time to any instance.
    func prove(_ facts: MethodFacts, _ context: RequestContext, accessToken: String?) async throws -> VerifiedProof {
        guard let header = context.proof else { throw Fault(.proofRefused, reason: "missing") }
        let proof: VerifiedProof
        do {
            proof = try RequestProof.verify(header)
            try proof.check(
                method: facts.name, body: context.body, urls: auth.settings.publicURLs, accessToken: accessToken,
                nonce: auth.nonces, now: auth.now)
        } catch {
            throw Fault(.proofRefused, reason: error.word)
        }
        // A proof is refused once its nonce has ended, so it need not be remembered for longer than two nonces' lives.
        let isNew = try await auth.store.useProof(
            proof.jti, by: proof.thumbprint, expires: auth.now + .seconds(660))
        guard isNew else { throw Fault(.proofRefused, reason: "replayed") }
        return proof
    }
}

extension Fault {
    /// A refusal with a word for the client's developer.
    init(_ kind: FaultKind, reason: String) {
        self.init(kind, detail: ["reason": .string(reason)])
    }
}

extension ProofFault {
    /// What the client's developer is told.
    fileprivate var word: String {
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
    /// The public key as a JWK's text.
    var jwk: String { JSON.object(JSONObject(publicKey.jwk.map { ($0.name, .string($0.value)) })).text }
}

/// Why a request proof was refused. All of them are the wire's `proofRefused`; the cases are for logs and tests.
public enum ProofFault: Error, Hashable, Sendable {
    /// Not a compact JWS with the members a proof has; the sentence names what is wrong.
    case malformed(String)
    /// Another kind of token: `typ` is not `dpop+jwt`.
    case wrongKind
    /// `alg` is not ES256 or EdDSA, or not the one of the key shown.
    case wrongAlgorithm
    /// The key is not sound, not public only, or not of the two kinds.
    case wrongKey
    /// The signature is not the shown key's.
    case badSignature
    /// Made for another HTTP method or another JSON-RPC method.
    case wrongMethod
    /// Made for another body.
    case wrongBody
    /// Made for an address that is not one of ours.
    case wrongURL
    /// The nonce is missing, past its time, or none of ours: repeat with the new one.
    case staleNonce
    /// Made for another access token, or for none.
    case wrongToken
}

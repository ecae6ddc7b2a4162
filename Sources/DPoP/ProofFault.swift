/// The reasons a request proof is refused. On the wire all of them are `proofRefused`; the cases serve logs and tests.
public enum ProofFault: Error, Hashable, Sendable {
    /// The proof is not a compact JWS with the members of a proof, or is too long; the text names what is wrong.
    case malformed(String)
    /// `typ` is not `dpop+jwt`.
    case wrongKind
    /// `alg` is not ES256 or EdDSA, or does not fit the key in the header.
    case wrongAlgorithm
    /// The key in the header is invalid, of another kind, or contains private members.
    case wrongKey
    /// The signature is not that of the key in the header.
    case badSignature
    /// The proof is for another HTTP method or another JSON-RPC method.
    case wrongMethod
    /// The proof is for another body.
    case wrongBody
    /// The proof's `htu` is no URL, or a URL that does not belong to this service.
    case wrongURL
    /// The nonce is missing, has expired or expires too late, or was not issued by this service. The device repeats the
    /// request with the nonce of the refusing response.
    case staleNonce
    /// The proof is not for the access token of the request, or is for a token while the request has none.
    case wrongToken
}

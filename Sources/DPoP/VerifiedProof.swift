public import Cryptography
public import Primitives
import StrictJSON

/// The claims of a request proof whose signature has been verified.
public struct VerifiedProof: Hashable, Sendable {
    /// The key that signed the proof.
    public let publicKey: VerifyingKey
    /// The key's RFC 7638 thumbprint, which identifies the device.
    public let thumbprint: String
    /// The proof's id, 8…128 printable ASCII characters. Auth accepts it once from each key while the nonce is valid.
    public let jti: String
    /// The server's nonce, if any.
    public let nonce: String?
    /// The JSON-RPC method.
    public let mth: String
    /// The body's SHA-256 in base64url.
    public let bh: String
    /// The SHA-256 of the access token in base64url, if the proof is for one.
    public let ath: String?
    /// The URL that the device called, as the device writes it.
    public let htu: String

    /// Reads the claims; the caller has verified the signature.
    init(claims: JSONObject, key: VerifyingKey) throws(ProofFault) {
        func text(_ name: String, _ bounds: ClosedRange<Int>) throws(ProofFault) -> String {
            guard let text = claims[name]?.string, bounds.contains(text.utf8.count) else {
                throw .malformed("\(name) is missing, no text, or out of bounds")
            }
            return text
        }
        func optional(_ name: String, _ bounds: ClosedRange<Int>) throws(ProofFault) -> String? {
            claims[name] == nil ? nil : try text(name, bounds)
        }
        publicKey = key
        thumbprint = key.thumbprint
        jti = try text("jti", 8...128)
        guard jti.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw .malformed("jti is not printable ASCII")
        }
        nonce = try optional("nonce", 1...256)
        mth = try text("mth", 1...128)
        bh = try text("bh", 43...43)
        ath = try optional("ath", 43...43)
        htu = try text("htu", 1...2048)
        guard try text("htm", 1...16) == "POST" else { throw .wrongMethod }
    }

    /// Compares the proof with its request and throws the first difference.
    ///
    /// - Parameter accessToken: the bearer token of the same request. The proof must be for this token, or for none if
    ///   the request has none.
    public func check(
        method: String, body: [UInt8], urls: [PublicURL], accessToken: String?, nonce nonces: ServerNonce, now: Instant
    ) throws(ProofFault) {
        guard mth == method else { throw .wrongMethod }
        guard bh == RequestProof.digest(body) else { throw .wrongBody }
        guard let url = PublicURL(htu), url.isOne(of: urls) else { throw .wrongURL }
        guard ath == accessToken.map({ RequestProof.digest(Array($0.utf8)) }) else { throw .wrongToken }
        guard let nonce, nonces.isFresh(nonce, now: now) else { throw .staleNonce }
    }
}

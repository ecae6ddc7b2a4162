public import Cryptography
public import Primitives
import StrictJSON

/// What a request proof says, once its signature is known to be the shown key's.
public struct VerifiedProof: Hashable, Sendable {
    /// The key that signed.
    public let publicKey: VerifyingKey
    /// Its RFC 7638 thumbprint: the device's name.
    public let thumbprint: String
    /// The proof's own id, 8…128 characters: accepted once per nonce.
    public let jti: String
    /// The server nonce, where there is one.
    public let nonce: String?
    /// The JSON-RPC method.
    public let mth: String
    /// base64url of the body's SHA-256.
    public let bh: String
    /// base64url of the access token's SHA-256, where one was sent along.
    public let ath: String?
    /// The address the device meant to call.
    public let htu: String

    /// Reads the claims; the signature was checked before.
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
        nonce = try optional("nonce", 1...256)
        mth = try text("mth", 1...128)
        bh = try text("bh", 43...43)
        ath = try optional("ath", 43...43)
        htu = try text("htu", 1...2048)
        guard try text("htm", 1...16) == "POST" else { throw .wrongMethod }
    }

    /// Compares the proof with the request it came with; throws the first difference.
    ///
    /// `accessToken` is the bearer token of the same request: with one the proof must be made for it, without one it
    /// must be made for none.
    public func check(
        method: String, body: [UInt8], urls: [PublicURL], accessToken: String?, nonce desk: ServerNonce, now: Instant
    ) throws(ProofFault) {
        guard mth == method else { throw .wrongMethod }
        guard bh == RequestProof.digest(body) else { throw .wrongBody }
        guard let url = PublicURL(htu), url.isOne(of: urls) else { throw .wrongURL }
        guard ath == accessToken.map({ RequestProof.digest(Array($0.utf8)) }) else { throw .wrongToken }
        guard let nonce, desk.isFresh(nonce, now: now) else { throw .staleNonce }
    }
}

import Cryptography
public import Primitives
import StrictJSON

/// A device's signature of one request, sent in the `DPoP` header: RFC 9449 with two more members, `mth` (the JSON-RPC
/// method, because all methods share one URL) and `bh` (the body's SHA-256). The proof is valid for this request only.
public enum RequestProof {
    public static let headerName = "DPoP"
    /// The longest header accepted, in bytes.
    public static let maximumBytes = 4096

    /// Makes the proof of one request; throws what the key's signer throws.
    ///
    /// - Parameters:
    ///   - nonce: the server's latest nonce, which proves that the proof is fresh, whatever the device's clock shows.
    ///   - now: fills `iat`, which RFC 9449 demands and the services ignore.
    public static func make(
        key: DeviceKey, method: String, body: [UInt8], url: String, nonce: String?, accessToken: String?,
        random: RandomSource, now: Instant? = nil
    ) throws -> String {
        var claims: JSONObject = [
            "jti": .string(Base64URL.encode(random.bytes(16))), "htm": "POST", "htu": .string(url),
            "mth": .string(method), "bh": .string(digest(body)),
        ]
        if let now { claims["iat"] = .number(JSONNumber(now.ms / 1000)) }
        if let nonce { claims["nonce"] = .string(nonce) }
        if let accessToken { claims["ath"] = .string(digest(Array(accessToken.utf8))) }
        return try sign(claims, by: key)
    }

    /// Signs any claims as a proof; tests use it to make invalid proofs.
    static func sign(_ claims: JSONObject, by key: DeviceKey) throws -> String {
        let header: JSONObject = [
            "typ": "dpop+jwt", "alg": .string(key.publicKey.algorithm.rawValue),
            "jwk": .object(JSONObject(key.publicKey.jwk.map { ($0.name, .string($0.value)) })),
        ]
        return try CompactJWS.make(
            header: JSON.object(header).encoded(), payload: JSON.object(claims).encoded(), sign: key.sign)
    }

    /// Parses a proof and verifies its signature with the key in its header.
    ///
    /// It does not compare the proof with the request; `VerifiedProof.check` does. The store decides whether the key is
    /// known and whether the `jti` was used before.
    public static func verify(_ header: String) throws(ProofFault) -> VerifiedProof {
        guard let jws = CompactJWS(header, maximum: maximumBytes) else {
            throw .malformed("not a compact JWS of 4 KiB")
        }
        let key = try key(in: try object(jws.header, "header"))
        let claims = try object(jws.payload, "payload")
        guard key.isValid(jws.signature, of: jws.signedBytes) else { throw .badSignature }
        return try VerifiedProof(claims: claims, key: key)
    }

    /// The thumbprint of the key in a proof's header; nil for a malformed header. The signature is not verified, so
    /// anybody who has the public key can name it.
    public static func claimedThumbprint(_ header: String) -> String? {
        guard let jws = CompactJWS(header, maximum: maximumBytes), let object = try? object(jws.header, "header")
        else { return nil }
        return try? key(in: object).thumbprint
    }

    /// SHA-256 in base64url, the form of `bh` and `ath`.
    static func digest(_ bytes: [UInt8]) -> String { Base64URL.encode(SHA256.hash(bytes)) }

    private static func object(_ bytes: [UInt8], _ what: String) throws(ProofFault) -> JSONObject {
        do {
            guard let object = try JSON(parsing: bytes, limits: JSONLimits(depth: 4)).object else {
                throw ProofFault.malformed("the \(what) is no object")
            }
            return object
        } catch let fault as ProofFault {
            throw fault
        } catch {
            throw .malformed("the \(what) is not strict JSON")
        }
    }

    private static func key(in header: JSONObject) throws(ProofFault) -> VerifyingKey {
        guard header["typ"]?.string == "dpop+jwt" else { throw .wrongKind }
        for name in ["crit", "jku", "x5u", "x5c", "b64"] where header[name] != nil {
            throw .malformed("the header may not have \(name)")
        }
        guard let jwk = header["jwk"]?.object else { throw .malformed("the header lacks jwk") }
        for name in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] where jwk[name] != nil { throw .wrongKey }
        guard jwk["use"].map({ $0 == "sig" }) ?? true, jwk["alg"].map({ $0 == header["alg"] }) ?? true,
            jwk["key_ops"].map({ $0.array?.contains("verify") ?? false }) ?? true
        else { throw .wrongKey }
        guard let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init(rawValue:)) else {
            throw .wrongAlgorithm
        }
        guard let key = VerifyingKey(jwk: { jwk[$0]?.string }) else { throw .wrongKey }
        guard key.algorithm == algorithm else { throw .wrongAlgorithm }
        return key
    }
}

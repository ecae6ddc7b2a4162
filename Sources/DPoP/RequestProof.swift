import Cryptography
public import Primitives
import StrictJSON

/// A device's signature over one request, sent in the `DPoP` header: RFC 9449 with two members more, `mth` (the JSON-RPC
/// method; many methods share one address) and `bh` (the body's SHA-256), so that it fits this request and no other.
public enum RequestProof {
    /// The header it travels in.
    public static let headerName = "DPoP"
    /// The longest header looked at, in bytes.
    public static let longest = 4096

    /// The proof for one request.
    ///
    /// `nonce` is the server's latest and makes it fresh: the device's clock decides nothing. `now` only fills `iat`,
    /// which RFC 9449 wants and we ignore. Throws what the key's hardware throws.
    public static func make(
        key: DeviceKey, method: String, body: [UInt8], url: String, nonce: String?, accessToken: String?,
        random: RandomSource,
        now: Instant? = nil
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

    /// Signs any claims as a proof; `make` gives the right ones.
    static func sign(_ claims: JSONObject, by key: DeviceKey) throws -> String {
        let header: JSONObject = [
            "typ": "dpop+jwt", "alg": .string(key.publicKey.algorithm.rawValue),
            "jwk": .object(JSONObject(key.publicKey.jwk.map { ($0.name, .string($0.value)) })),
        ]
        return try CompactJWS.make(
            header: JSON.object(header).encoded(), payload: JSON.object(claims).encoded(), sign: key.sign)
    }

    /// Reads a proof and checks its form and signature by the key it shows.
    ///
    /// Nothing of the request is compared yet: that is `VerifiedProof.check`. Whether the key is known, and whether the
    /// `jti` was seen before, is for the store to say.
    public static func verify(_ header: String) throws(ProofFault) -> VerifiedProof {
        guard let jws = CompactJWS(header, maximum: longest) else { throw .malformed("not a compact JWS of 4 KiB") }
        let key = try shownKey(in: try object(jws.header, "header"))
        let claims = try object(jws.payload, "payload")
        guard key.isValid(jws.signature, of: jws.signedBytes) else { throw .badSignature }
        return try VerifiedProof(claims: claims, key: key)
    }

    /// base64url of SHA-256, the form of `bh` and `ath`.
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

    private static func shownKey(in header: JSONObject) throws(ProofFault) -> VerifyingKey {
        guard header["typ"]?.string == "dpop+jwt" else { throw .wrongKind }
        for name in ["crit", "jku", "x5u", "x5c", "b64"] where header[name] != nil {
            throw .malformed("the header may not have \(name)")
        }
        guard let jwk = header["jwk"]?.object else { throw .malformed("the header lacks jwk") }
        for name in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] where jwk[name] != nil { throw .wrongKey }
        guard let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init(rawValue:)), algorithm != .rs256
        else { throw .wrongAlgorithm }
        guard let key = VerifyingKey(jwk: { jwk[$0]?.string }) else { throw .wrongKey }
        guard key.algorithm == algorithm else { throw .wrongAlgorithm }
        return key
    }
}

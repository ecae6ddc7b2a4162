import Cryptography
import Primitives
import StrictJSON
import Support
import Testing

@testable import DPoP

@Suite struct RequestProofVectorTests {
    private static let body = #"{"jsonrpc":"2.0","id":1,"method":"otp.request","params":{"phone":"+4915112345678"}}"#
    private static let url = "https://auth.example/rpc"

    @Test func `the request proof vectors are reproduced`() throws {
        try Vectors.compare(try document(), with: "request-proof")
    }

    @Test func `the recorded ES256 proof is accepted`() throws {
        let verified = try RequestProof.verify(Self.recorded)
        #expect(verified.thumbprint == (try es256).thumbprint)
        #expect(verified.bh == RequestProof.digest(Array(Self.body.utf8)))
    }

    private var es256: DeviceKey {
        get throws { DeviceKey(try #require(P256.PrivateKey(scalar: [UInt8](repeating: 0x11, count: 32)))) }
    }

    private var edDSA: DeviceKey {
        get throws { DeviceKey(try #require(Ed25519.PrivateKey(seed: [UInt8](repeating: 0x22, count: 32)))) }
    }

    private func document() throws -> JSON {
        let claims: JSONObject = [
            "jti": "AAECAwQFBgcICQoLDA0ODw", "htm": "POST", "htu": .string(Self.url), "mth": "otp.request",
            "bh": .string(RequestProof.digest(Array(Self.body.utf8))), "nonce": "c2VydmVyLW5vbmNlLWZyb20tYXV0aA",
        ]
        var bound = claims
        bound["ath"] = .string(RequestProof.digest(Array("an.access.token".utf8)))
        return [
            "what": .string(
                "Request proofs (RFC 9449 with mth and bh). EdDSA is the same each time and is compared byte for byte; "
                    + "ES256 is not, so its proof is only to be verified. Freshness is the nonce's, not shown here."),
            "method": "otp.request", "url": .string(Self.url), "body": .string(Self.body),
            "bh": .string(RequestProof.digest(Array(Self.body.utf8))),
            "valid": .array([
                try entry("EdDSA", try edDSA, "seed", 0x22, claims, accessToken: nil, proof: nil),
                try entry(
                    "EdDSA, with an access token", try edDSA, "seed", 0x22, bound, accessToken: "an.access.token",
                    proof: nil),
                try entry("ES256", try es256, "scalar", 0x11, claims, accessToken: nil, proof: Self.recorded),
            ]),
            "invalid": .array(try refused(claims)),
        ]
    }

    private func entry(
        _ what: String, _ key: DeviceKey, _ secretName: String, _ secret: UInt8, _ claims: JSONObject,
        accessToken: String?, proof: String?
    ) throws -> JSON {
        let text = try proof ?? RequestProof.sign(claims, by: key)
        #expect(try RequestProof.verify(text).thumbprint == key.thumbprint)
        var object: JSONObject = [
            "what": .string(what), "privateKey": Vectors.hex([UInt8](repeating: secret, count: 32)),
            "privateKeyForm": .string(secretName),
            "jwk": .object(JSONObject(key.publicKey.jwk.map { ($0.name, .string($0.value)) })),
            "thumbprint": .string(key.thumbprint), "claims": .object(claims),
        ]
        if let accessToken { object["accessToken"] = .string(accessToken) }
        object["proof"] = .string(text)
        return .object(object)
    }

    private func refused(_ claims: JSONObject) throws -> [JSON] {
        let key = try edDSA
        let shown = JSONObject(key.publicKey.jwk.map { ($0.name, JSON.string($0.value)) })
        var secret = shown
        secret["d"] = "IiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiI"
        let headers: [(String, JSONObject)] = [
            ("another kind of token", ["typ": "JWT", "alg": "EdDSA", "jwk": .object(shown)]),
            ("an algorithm that is not the key's", ["typ": "dpop+jwt", "alg": "ES256", "jwk": .object(shown)]),
            ("no algorithm", ["typ": "dpop+jwt", "alg": "none", "jwk": .object(shown)]),
            ("the private key shown", ["typ": "dpop+jwt", "alg": "EdDSA", "jwk": .object(secret)]),
            ("crit", ["typ": "dpop+jwt", "alg": "EdDSA", "jwk": .object(shown), "crit": ["x"]]),
        ]
        var cases: [JSON] = try headers.map { what, header in
            let text = try CompactJWS.make(
                header: JSON.object(header).encoded(), payload: JSON.object(claims).encoded(), sign: key.sign)
            return ["what": .string(what), "proof": .string(text)]
        }
        for name in ["jti", "htm", "htu", "mth", "bh"] {
            var less = claims
            less[name] = nil
            cases.append(["what": .string("without \(name)"), "proof": .string(try RequestProof.sign(less, by: key))])
        }
        for one in cases {
            #expect(throws: ProofFault.self) { try RequestProof.verify(one["proof"]?.string ?? "") }
        }
        return cases
    }

    /// A proof made once with the Python package `cryptography` and the scalar 11…11: ES256 signatures differ each
    /// time.
    static let recorded =
        "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7ImNydiI6IlAtMjU2Iiwia3R5IjoiRUMiLCJ4IjoiQWhmbUZf"
        + "QzJSRGtvSjQtV21aNXBvanBQTEJVcjMyMXMzMmJsdUFLQzFPMCIsInkiOiJHVXA5Njh1WGNTMHQyanlvV3FoMldsYjBYOGRZV1pa"
        + "UzhvbDhaVEJ1VjVRIn19.eyJqdGkiOiJBQUVDQXdRRkJnY0lDUW9MREEwT0R3IiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8"
        + "vYXV0aC5leGFtcGxlL3JwYyIsIm10aCI6Im90cC5yZXF1ZXN0IiwiYmgiOiJkX3NvemhnNm5BVFJpQWE1NGRXV2NtWFEwVEZXUFN"
        + "6S3Jra2pNaHhjMmdFIiwibm9uY2UiOiJjMlZ5ZG1WeUxXNXZibU5sTFdaeWIyMHRZWFYwYUEifQ.FE4rrazxMfcdmo1kwTh0ZD5g"
        + "06NIPPbDWWygDrgxyZ5YBBKZ-BNKR7-zNra7_349jYgsd4JFcbQJy-wfZkrMSQ"
}

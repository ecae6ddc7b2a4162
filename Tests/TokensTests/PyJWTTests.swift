import Cryptography
import Domain
import Primitives
import StrictJSON
import Support
import Testing
import Tokens

/// Uses PyJWT in two roles: as a backend that has only the published keys, and as a forger of tokens.
@Suite struct PyJWTTests {
    private let fixture = TokenFixture()

    @Test func `PyJWT accepts a token with the published keys, and refuses it when it is altered`() throws {
        let now = WallClock.system.now
        let claims = AccessClaims(
            issuer: TokenFixture.issuer, audiences: ["auth", "vault"], account: AccountID(bits: 1),
            session: SessionID(bits: 2),
            device: DeviceID(bits: 3), jti: "j", now: now, tsv: 4, scope: [.sync], role: .parent, amr: ["otp"])
        let input: JSON = [
            "jwks": fixture.tokens.keys.jwks.json,
            "token": .string(try fixture.tokens.mint(claims).reveal),
        ]
        let script = """
            import json, sys, jwt
            i = json.load(sys.stdin)
            keys = jwt.PyJWKSet.from_dict(i["jwks"])
            token = i["token"]
            header = jwt.get_unverified_header(token)
            assert header["typ"] == "at+jwt", header
            need = ["iss", "aud", "sub", "exp", "iat", "nbf", "jti"]
            check = lambda t: jwt.decode(t, keys[header["kid"]].key, algorithms=["ES256"], audience="vault",
                issuer="https://auth.example", options={"require": need})
            claims = check(token)
            assert claims["tsv"] == "4" and claims["scope"] == "sync" and claims["role"] == "parent", claims
            assert claims["aud"] == ["auth", "vault"], claims
            head, body, sig = token.split(".")
            try: check(head + "." + body[:-8] + "AAAAAAAA" + "." + sig); sys.exit("altered token accepted")
            except jwt.InvalidTokenError: pass
            sys.stdout.write("agreed")
            """
        #expect(try PythonOracle.run(script, packages: ["jwt", "cryptography"], input: input.text) == "agreed")
    }

    @Test func `of the tokens made by PyJWT only the one in the issuer's form is accepted`() throws {
        let claims = fixture.claims().json
        let input: JSON = [
            "pem": .string(fixture.key.pem), "public": .string(fixture.key.verifyingKey.pem),
            "kid": .string(fixture.key.verifyingKey.thumbprint), "claims": .object(claims),
        ]
        let script = """
            import base64, hashlib, hmac, json, sys, jwt
            from cryptography.hazmat.primitives.asymmetric import ec, rsa
            i = json.load(sys.stdin)
            def make(alg="ES256", key=i["pem"], claims=i["claims"], **header):
                return jwt.encode(claims, key, algorithm=alg, headers={"typ": "at+jwt", "kid": i["kid"], **header})
            def raw(alg, sign):
                b = lambda x: base64.urlsafe_b64encode(x).rstrip(b"=").decode()
                h = b(json.dumps({"alg": alg, "typ": "at+jwt", "kid": i["kid"]}).encode())
                signed = h + "." + b(json.dumps(i["claims"]).encode())
                return signed + "." + b(sign(signed.encode()))
            other = ec.generate_private_key(ec.SECP256R1())
            public = i["public"].encode()
            json.dump({
                "taken": make(),
                "wrong typ": make(typ="JWT"), "no kid": jwt.encode(
                    i["claims"], i["pem"], algorithm="ES256", headers={"typ": "at+jwt"}),
                "other key": make(key=other), "other kid": make(kid="other"),
                "RS256": make(alg="RS256", key=rsa.generate_private_key(65537, 2048)),
                "HS256 with a guess": make(alg="HS256", key="secret" * 8), "none": make(alg="none", key=None),
                "HS256 with the public key": raw("HS256", lambda m: hmac.new(public, m, hashlib.sha256).digest()),
                "none, unsigned": raw("none", lambda m: b""),
                "jku": make(jku="https://evil.example/jwks.json"), "crit": make(crit=["exp"], exp=1),
                "long life": make(claims={**i["claims"], "exp": i["claims"]["iat"] + 301}),
                "other issuer": make(claims={**i["claims"], "iss": "https://evil.example"}),
                "other audience": make(claims={**i["claims"], "aud": "billing"}),
                "numeric tsv": make(claims={**i["claims"], "tsv": 4}),
            }, sys.stdout)
            """
        let output = try PythonOracle.run(script, packages: ["jwt", "cryptography"], input: input.text)
        let made = try #require(try JSON(parsing: output).object)
        #expect(made.count == 16)
        for (what, token) in made {
            let fault = fixture.fault(token.string ?? "")
            #expect((fault == nil) == (what == "taken"), "\(what): \(fault.map { "\($0)" } ?? "taken")")
        }
    }
}

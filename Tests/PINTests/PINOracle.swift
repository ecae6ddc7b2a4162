/// A Python program that computes every value of the PIN vectors anew: with hashlib's scrypt, HKDF written out after
/// RFC 5869, the Ed25519 of the package `cryptography`, `unicodedata`, and the arithmetic of the curve for refused keys.
///
/// It then alters each value in turn, and answers with the number of altered values and the paths of those it accepted.
let pinOracle = """
    import base64, copy, functools, hashlib, hmac, json, sys, unicodedata, uuid
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    h = bytes.fromhex
    PURPOSES = ["login", "unlock", "enrol", "change", "reauth"]
    MEMBERS = ["issuer", "challengeId", "challenge", "subject", "generation", "thumbprint", "purpose"]
    P, D = 2**255 - 19, -121665 * pow(121666, -1, 2**255 - 19)

    def lp(*parts):
        return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

    @functools.cache
    def scrypt(secret, salt, n, r, p):
        return hashlib.scrypt(secret, salt=salt, n=n, r=r, p=p, maxmem=2**28, dklen=32)

    def hkdf(secret, salt, info):
        extracted = hmac.digest(salt, secret, "sha256")
        return hmac.digest(extracted, info + b"\\x01", "sha256")

    def check_key(c):
        entered = h(c["entered"]).decode()
        assert c["form"] == ("digits" if entered.isdecimal() and len(entered) < 8 else "passphrase")
        assert h(c["secret"]) == unicodedata.normalize("NFKC", entered).encode()
        n, r, p = c["n"], c["r"], c["p"]
        assert c["derivation"] == "$scrypt$ln=%d,r=%d,p=%d" % (n.bit_length() - 1, r, p) and n & (n - 1) == 0
        salt, device = h(c["salt"]), h(c["deviceSecret"])
        assert len(salt) == 16 and len(device) in (0, 32)
        assert h(c["scryptSalt"]) == lp(b"latchkey/pin/1", salt)
        stretched = scrypt(h(c["secret"]), h(c["scryptSalt"]), n, r, p)
        assert h(c["stretched"]) == stretched
        assert h(c["seed"]) == hkdf(stretched + device, salt, b"latchkey/pin/ed25519/1")
        assert h(c["publicKey"]) == Ed25519PrivateKey.from_private_bytes(h(c["seed"])).public_key().public_bytes_raw()

    def message(c):
        for name in ("challengeId", "subject"):
            assert str(uuid.UUID(c[name])) == c[name]
        assert str(int(c["generation"])) == c["generation"] and c["purpose"] in PURPOSES
        thumbprint = base64.urlsafe_b64decode(c["thumbprint"] + "=")
        assert len(h(c["challenge"])) == 32 and len(thumbprint) == 32
        assert base64.urlsafe_b64encode(thumbprint).decode() == c["thumbprint"] + "="
        return lp(b"latchkey/pin-proof/1", c["issuer"].encode(), c["challengeId"].encode(), h(c["challenge"]),
                  c["subject"].encode(), c["generation"].encode(), thumbprint, c["purpose"].encode())

    def check_proof(c, keys):
        assert h(c["message"]) == message(c)
        assert c["key"] >= 0
        assert Ed25519PrivateKey.from_private_bytes(h(keys[c["key"]]["seed"])).sign(h(c["message"])) == h(c["signature"])

    def check_refused(c, valid, keys):
        name = c["what"].removeprefix("another ")
        assert [m for m in MEMBERS if c[m] != valid[m]] == [name]
        assert h(c["message"]) == message(c)
        assert (c["key"], c["signature"]) == (valid["key"], valid["signature"])
        try:
            Ed25519PublicKey.from_public_bytes(h(keys[c["key"]]["publicKey"])).verify(h(c["signature"]), h(c["message"]))
        except InvalidSignature:
            return
        assert False

    def point(y, sign):
        # the x of a point of the curve, or None
        square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
        x = pow(square, (P + 3) // 8, P)
        if x * x % P != square:
            x = x * pow(2, (P - 1) // 4, P) % P
        if x * x % P != square:
            return None
        return P - x if x % 2 != sign and x else x

    def doubled(x, y):
        product = D * x * x * y * y
        return 2 * x * y * pow(1 + product, -1, P) % P, (y * y + x * x) * pow(1 - product, -1, P) % P

    @functools.cache
    def kind(text):
        number = int.from_bytes(h(text), "little")
        y, sign = number % 2**255, number >> 255
        x = point(y % P, sign)
        if y >= P or x == 0 and sign:
            return "notCanonical"
        if x is None:
            return "noPoint"
        return "smallOrder" if doubled(*doubled(*doubled(x, y))) == (0, 1) else "valid"

    def check(document):
        keys, proofs, refused = document["keys"], document["proofs"], document["refused"]
        for c in keys:
            check_key(c)
        for c in proofs:
            check_proof(c, keys)
        assert [c["purpose"] for c in proofs[:5]] == PURPOSES
        for c in refused["proofs"]:
            check_refused(c, proofs[0], keys)
        assert [c["what"].removeprefix("another ") for c in refused["proofs"]] == MEMBERS
        for name, count in ("smallOrder", 8), ("notCanonical", 40):  # all that there are
            texts = refused["publicKeys"][name]
            assert len(set(texts)) == len(texts) == count
            assert all(len(h(text)) == 32 and kind(text) == name for text in texts)

    def leaves(value, path=()):
        if isinstance(value, (dict, list)):
            for key in value if isinstance(value, dict) else range(len(value)):
                if key != "what":
                    yield from leaves(value[key], path + (key,))
        else:
            yield path, value

    document = json.load(sys.stdin)
    check(document)
    accepted, altered = [], 0
    for path, value in leaves(document):
        copied = copy.deepcopy(document)
        place = functools.reduce(lambda part, key: part[key], path[:-1], copied)
        if isinstance(value, int):
            place[path[-1]] = value + 1
        else:
            place[path[-1]] = value[:-1] + ("1" if value[-1:] == "0" else "0")
        altered += 1
        try:
            check(copied)
            accepted.append("/".join(map(str, path)))
        except (AssertionError, ValueError, LookupError):
            pass
    json.dump({"altered": altered, "accepted": accepted}, sys.stdout)
    """

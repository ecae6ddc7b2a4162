import Contracts
import Cryptography
import Primitives
import StrictJSON

extension AegisFile {
    /// Writes the vault, in plain text without a password.
    static func write(
        _ entries: [OTPBody], _ password: FilePassword?, _ random: RandomSource
    ) throws(ExchangeFault) -> [UInt8] {
        let content: JSON = [
            "version": 2, "entries": .array(entries.map { object(of: $0, random) }), "groups": [],
        ]
        guard let password else {
            let header: JSON = ["slots": nil, "params": nil]
            return JSON.object(["version": 1, "header": header, "db": content]).encoded()
        }
        let key = Key256.generate(random), salt = random.bytes(32)
        let slotKey = try PasswordKey.scrypt(password, salt: salt, .written, .aegis)
        let (sealedKey, keyParameters) = seal(key.reveal, key: slotKey, random)
        let (sealed, parameters) = seal(content.encoded(), key: key, random)
        var slot: JSONObject = [
            "type": 1, "uuid": .string(RandomUUID.text(random)), "key": .string(Hex.encode(sealedKey)),
            "key_params": keyParameters,
        ]
        ScryptParameters.written.write(to: &slot)
        slot["salt"] = .string(Hex.encode(salt))
        slot["repaired"] = true
        slot["is_backup"] = false
        return JSON.object([
            "version": 1, "header": ["slots": [.object(slot)], "params": parameters],
            "db": .string(Base64.encode(sealed)),
        ]).encoded()
    }

    private static func seal(_ plain: [UInt8], key: Key256, _ random: RandomSource) -> (sealed: [UInt8], JSON) {
        let nonce = random.bytes(12)
        let (ciphertext, tag) = AESGCM.sealParts(plain, nonce: nonce, key: key, aad: [])
        return (ciphertext, ["nonce": .string(Hex.encode(nonce)), "tag": .string(Hex.encode(tag))])
    }

    private static func object(of body: OTPBody, _ random: RandomSource) -> JSON {
        var info: JSONObject = [
            "secret": .string(body.secret), "algo": .string(body.algorithm.rawValue), "digits": body.digitsJSON,
        ]
        switch body.type {
        case .totp, .steam: info["period"] = body.periodJSON
        case .hotp: info["counter"] = body.counterJSON
        }
        return [
            "type": .string(body.type.rawValue), "uuid": .string(RandomUUID.text(random)),
            "name": .string(body.accountName),
            "issuer": .string(body.issuer), "note": "", "icon": nil, "icon_mime": nil, "icon_hash": nil,
            "favorite": false, "info": .object(info), "groups": [],
        ]
    }
}

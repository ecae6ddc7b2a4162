import Contracts
import Cryptography
import Primitives
import StrictJSON

/// The backup file of 2FAS.
///
/// The entries are the list `services`. In an encrypted file they are in `servicesEncrypted`: three Base64 texts, divided
/// by colons, with the ciphertext and tag of AES-256-GCM, the salt, and the nonce. The key is made from the password
/// with PBKDF2-HMAC-SHA256 in 10 000 rounds.
enum TwoFASFile {
    private static let rounds = 10_000

    static func read(_ file: JSONObject, _ password: FilePassword?) throws(ExchangeFault) -> ReadFile {
        let services: [JSON]
        if let sealed = file["servicesEncrypted"]?.string {
            guard let password else { throw .passwordNeeded(.twoFAS) }
            guard case .array(let elements) = try FileContent(open(sealed, password)).json(.twoFAS) else {
                throw .damaged(.twoFAS, why: "its content is no list")
            }
            services = elements
        } else {
            services = try file.elements(of: "services", .twoFAS)
        }
        return ReadFile(.twoFAS, list: services) { service throws(EntryFault) in
            let code = try service.fields("otp") ?? service
            let issuer = try code.text("issuer") ?? "", name = try service.text("name") ?? ""
            let label = try code.text("label") ?? "", account = try code.text("account") ?? label
            return EntryFields(
                issuer: issuer.isEmpty && name != account ? name : issuer, accountName: account,
                type: try code.text("tokenType"), key: try service.text("secret").map(EntryFields.Key.text),
                algorithm: try code.text("algorithm"), digits: try code.number("digits"),
                period: try code.number("period"), counter: try code.number("counter"))
        }
    }

    private static func open(_ sealed: String, _ password: FilePassword) throws(ExchangeFault) -> [UInt8] {
        let parts = sealed.split(separator: ":", omittingEmptySubsequences: false).map { Base64.decode(String($0)) }
        guard parts.count == 3, let content = parts[0], let salt = parts[1], let nonce = parts[2], content.count >= 16
        else { throw .damaged(.twoFAS, why: "“servicesEncrypted” is not three Base64 texts") }
        let key = try PasswordKey.pbkdf2(.sha256, password, salt: salt, rounds: rounds, .twoFAS)
        guard
            let plain = try? AESGCM.open(
                content.dropLast(16), nonce: nonce, tag: content.suffix(16), key: key, aad: [])
        else { throw .wrongPassword(.twoFAS) }
        return plain
    }

    static func write(_ entries: [OTPBody]) -> [UInt8] {
        let services = entries.enumerated().map { index, body -> JSON in
            var code: JSONObject = [
                "label": .string(body.accountName), "account": .string(body.accountName),
                "issuer": .string(body.issuer), "digits": body.digitsJSON, "period": body.periodJSON,
                "algorithm": .string(body.algorithm.rawValue), "tokenType": .string(body.type.rawValue.uppercased()),
                "source": "Manual",
            ]
            if body.type == .hotp { code["counter"] = body.counterJSON }
            return [
                "name": .string(body.issuer.isEmpty ? body.accountName : body.issuer), "secret": .string(body.secret),
                "updatedAt": 0, "otp": .object(code), "order": ["position": .number(JSONNumber(index))],
            ]
        }
        return JSON.object([
            "services": .array(services), "groups": [], "updatedAt": 0, "schemaVersion": 4, "appVersionCode": 5_000_000,
            "appVersionName": "5.0.0", "appOrigin": "android",
        ]).encoded()
    }
}

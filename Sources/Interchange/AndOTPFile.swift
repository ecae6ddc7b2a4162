import Contracts
import Cryptography
import Primitives
import StrictJSON

/// The backup file of andOTP, a JSON list.
///
/// An encrypted one has the number of rounds in 4 bytes, a salt of 12, a nonce of 12, and the ciphertext and tag of
/// AES-256-GCM. The key is made from the password with PBKDF2-HMAC-SHA1.
enum AndOTPFile {
    private static let overhead = 4 + 12 + 12 + 16

    /// True if the bytes begin with a number of rounds. Files of andOTP have 140 000 to 160 000; others may have been
    /// made with fewer or more.
    static func looksEncrypted(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= overhead && (1_000...PBKDF2.mostRounds).contains(rounds(of: bytes))
    }

    private static func rounds(of bytes: ArraySlice<UInt8>) -> Int { bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } }

    static func read(_ content: FileContent, _ password: FilePassword?) throws(ExchangeFault) -> ReadFile {
        let json =
            content.looksLikeJSON
            ? try content.json(.andOTP) : try FileContent(open(content.bytes, password)).json(.andOTP)
        guard case .array(let elements) = json else { throw .damaged(.andOTP, why: "it is no JSON list") }
        return ReadFile(.andOTP, list: elements) { entry throws(EntryFault) in
            var (issuer, account) = (try entry.text("issuer"), try entry.text("label") ?? "")
            // Old versions wrote the issuer into the label.
            if issuer == nil, let dash = account.firstRange(of: " - ") {
                issuer = String(account[..<dash.lowerBound])
                account = String(account[dash.upperBound...])
            }
            return EntryFields(
                issuer: issuer ?? "", accountName: account, type: try entry.text("type"),
                key: try entry.text("secret").map(EntryFields.Key.text), algorithm: try entry.text("algorithm"),
                digits: try entry.number("digits"), period: try entry.number("period"),
                counter: try entry.number("counter"))
        }
    }

    private static func open(_ bytes: ArraySlice<UInt8>, _ password: FilePassword?) throws(ExchangeFault) -> [UInt8] {
        guard looksEncrypted(bytes) else { throw .damaged(.andOTP, why: "it is neither JSON nor an encrypted backup") }
        guard let password else { throw .passwordNeeded(.andOTP) }
        let salt = Array(bytes.dropFirst(4).prefix(12)), nonce = Array(bytes.dropFirst(16).prefix(12))
        let key = try PasswordKey.pbkdf2(.sha1, password, salt: salt, rounds: rounds(of: bytes), .andOTP)
        let sealed = bytes.dropFirst(28)
        guard
            let plain = try? AESGCM.open(
                Array(sealed.dropLast(16)), nonce: nonce, tag: Array(sealed.suffix(16)), key: key, aad: [])
        else { throw .wrongPassword(.andOTP) }
        return plain
    }

    static func write(_ entries: [OTPBody]) -> [UInt8] {
        let elements = entries.map { body -> JSON in
            var entry: JSONObject = [
                "secret": .string(body.secret), "issuer": .string(body.issuer), "label": .string(body.accountName),
                "digits": body.digitsJSON, "type": .string(body.type.rawValue.uppercased()),
                "algorithm": .string(body.algorithm.rawValue), "thumbnail": "Default", "last_used": 0,
                "used_frequency": 0, "tags": [],
            ]
            switch body.type {
            case .totp, .steam: entry["period"] = body.periodJSON
            case .hotp: entry["counter"] = body.counterJSON
            }
            return .object(entry)
        }
        return JSON.array(elements).encoded()
    }
}

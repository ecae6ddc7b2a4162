import AuthStore
import Cryptography
import Primitives
import StrictJSON

/// What an outbox entry holds, sealed so that neither the database nor a copy of it tells a number or a code.
enum OutboxPayload: Equatable {
    case message(to: E164, text: String, expires: Instant)
    case purge(AccountID)

    /// The envelope, sealed for its entry.
    func sealed(as entry: EventID, by keys: AuthKeys, _ random: RandomSource) -> [UInt8] {
        let plain: JSON
        switch self {
        case .message(let to, let text, let expires):
            plain = ["to": .string(to.text), "text": .string(text), "expires": .string(String(expires.ms))]
        case .purge(let account): plain = ["purge": .string(account.description)]
        }
        return AESGCM.seal(plain.encoded(), key: keys.seal, aad: Self.aad(entry), random: random)
    }

    /// Opens the envelope of an entry; nil where it does not open or holds nothing we know.
    init?(_ sealed: [UInt8], of entry: EventID, by keys: AuthKeys) {
        guard let plain = try? AESGCM.open(sealed, key: keys.seal, aad: Self.aad(entry)),
            let object = try? JSON(parsing: plain).object
        else { return nil }
        if let account = object["purge"]?.string.flatMap({ AccountID($0) }) {
            self = .purge(account)
        } else if let to = object["to"]?.string.flatMap({ E164(parsing: $0) }), let text = object["text"]?.string,
            let expires = object["expires"]?.string.flatMap({ Int64($0) })
        {
            self = .message(to: to, text: text, expires: Instant(ms: expires))
        } else {
            return nil
        }
    }

    private static func aad(_ entry: EventID) -> [UInt8] { LengthPrefixed.encode("latchkey/outbox/1", entry.bytes) }
}

import AuthStore
import Cryptography
import Primitives
import StrictJSON

/// The content of an outbox entry. It is encrypted, so that the database reveals neither phone numbers nor codes.
enum OutboxPayload: Equatable {
    case message(to: E164, text: String, expires: Instant)
    case purge(AccountID)

    /// Encrypts the payload; the entry's identifier is the additional authenticated data.
    func sealed(for entry: OutboxEntryID, keys: DataKeys, _ random: RandomSource) -> Sealed {
        let plain: JSON
        switch self {
        case .message(let to, let text, let expires):
            plain = ["to": .string(to.text), "text": .string(text), "expires": .string(String(expires.ms))]
        case .purge(let account): plain = ["purge": .string(account.description)]
        }
        return keys.seal(plain.encoded(), aad: Self.aad(entry), random)
    }

    /// Decrypts the payload of an entry; nil where it is damaged or of an unknown form.
    init?(_ sealed: Sealed, of entry: OutboxEntryID, keys: DataKeys) {
        guard let plain = try? keys.open(sealed, aad: Self.aad(entry)),
            let object = try? JSON(parsing: plain).object
        else { return nil }
        if let account = object["purge"]?.string.flatMap({ AccountID($0) }) {
            self = .purge(account)
        } else if let to = object["to"]?.string.flatMap({ E164(stored: $0) }), let text = object["text"]?.string,
            let expires = object["expires"]?.string.flatMap({ Int64($0) })
        {
            self = .message(to: to, text: text, expires: Instant(ms: expires))
        } else {
            return nil
        }
    }

    /// The additional authenticated data of an entry's payload.
    static func aad(_ entry: OutboxEntryID) -> [UInt8] {
        LengthPrefixed.encode("latchkey/outbox/1", entry.bytes)
    }
}

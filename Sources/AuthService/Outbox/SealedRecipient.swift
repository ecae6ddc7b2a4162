import AuthStore
import Cryptography
import Primitives

/// The masked phone number of a message that was handed on. It is encrypted, because even a masked number says
/// something about a person.
enum SealedRecipient {
    static func seal(_ phone: E164, of entry: OutboxEntryID, keys: DataKeys, _ random: RandomSource) -> Sealed {
        keys.seal(Array("\(phone)".utf8), aad: aad(entry), random)
    }

    /// The masked number; nil where it is damaged or of a key that is not there.
    static func open(_ sealed: Sealed, of entry: OutboxEntryID, keys: DataKeys) -> String? {
        (try? keys.open(sealed, aad: aad(entry))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The additional authenticated data of a message's recipient.
    static func aad(_ entry: OutboxEntryID) -> [UInt8] {
        LengthPrefixed.encode("latchkey/outbox-recipient/1", entry.bytes)
    }
}

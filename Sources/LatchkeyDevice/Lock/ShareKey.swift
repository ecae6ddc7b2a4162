import Cryptography
import Primitives

/// The key of the bodies of an account's synchronised rows. Neither the platform key nor auth's share gives it alone.
struct ShareKey: Sendable {
    /// The identifier of the key in the column `share` of a row: 16 bytes from which the key cannot be computed.
    let id: [UInt8]
    let owner: OwnerTag
    let cipher: StoreCipher

    /// Derives the key by HKDF-SHA256 from the platform key followed by the share, with the account as the salt.
    init(_ held: HeldShare, _ platform: StoreCipher) {
        let key = HKDF.key(
            platform.key.reveal + held.share.bytes, salt: held.account.bytes, info: "latchkey/device/synchronised/1")
        id = Array(HMACSHA256.tag(key: key, Array("latchkey/device/share-key-id/1".utf8)).prefix(16))
        owner = platform.tag(of: held.account)
        cipher = StoreCipher(key: key, random: platform.random, shares: platform.shares)
    }
}

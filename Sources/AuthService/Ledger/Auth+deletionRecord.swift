import AuthStore
import Cryptography
import Domain
import Primitives

extension Auth {
    /// Makes the record of an account's deletion. The tag is the additional authenticated data of the identifier.
    func deletionRecord(of account: AccountID) -> DeletionRecord {
        let tag = tag(of: account)
        return DeletionRecord(
            tag: tag,
            sealedAccount: keys.seal(account.bytes, aad: Self.associatedData(tag), random))
    }

    /// Decrypts the account of a deletion.
    ///
    /// - Throws: `CryptoFault` for a damaged row: a list without it would not be complete.
    func account(of deletion: DeletionRecord) throws -> AccountID {
        let bytes = try keys.open(deletion.sealedAccount, aad: Self.associatedData(deletion.tag))
        guard let account = AccountID(bytes: bytes) else { throw CryptoFault.notAuthentic }
        return account
    }

    /// Makes the call that erases the vault of an account.
    func purgeEntry(for account: AccountID) -> OutboxEntry {
        let entry: OutboxEntryID = random.id()
        return OutboxEntry(
            id: entry, kind: .purge, sealed: OutboxPayload.purge(account).sealed(for: entry, keys: keys, random))
    }

    /// The additional authenticated data of the identifier of a deleted account.
    static func associatedData(_ tag: DeletionTag) -> [UInt8] {
        LengthPrefixed.encode("latchkey/deleted-account/1", tag.bytes)
    }
}

import Cryptography
import Domain
import Primitives
import SQL

/// The SHA-256 of the ``ManifestEncoding`` of an account's live secrets, 32 bytes.
///
/// It is computed when it is asked for: one read of an index of live rows. It is stored nowhere, so nothing that changes
/// a row can forget to change it.
public struct LiveDigest: Sendable, Hashable {
    public let bytes: [UInt8]

    /// Reads the live secrets of an account in the transaction's snapshot.
    init(of account: AccountID, in transaction: any Transaction) throws {
        let rows = try transaction.run(ItemTable.selectLiveRevs(of: account))
        var encoding = ManifestEncoding(count: rows.count)
        for row in rows { encoding.add(try row.identifier(0), rev: try row.int(1)) }
        bytes = SHA256.hash(encoding.bytes)
    }
}

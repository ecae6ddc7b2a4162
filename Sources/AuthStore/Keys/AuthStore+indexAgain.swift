public import Domain
import Primitives
import SQL

extension AuthStore {
    /// A phone number under the active index key: its keyed hashes, and its ciphertext, which is bound to the first of
    /// them.
    public struct IndexedNumber: Sendable, Hashable {
        let phone: PhoneIndex
        let sealed: Sealed

        public init(_ phone: PhoneIndex, sealed: Sealed) {
            self.phone = phone
            self.sealed = sealed
        }
    }

    /// Gives a page of at most `limit` accounts their keyed hash under the active index key. They keep the former one in
    /// `account_number`, by which their older rows and processes that have not noticed the active key find them.
    ///
    /// - Parameter index: returns the number under the active key, in the forms it may have, the preferred one first: one
    ///   that another account has is passed over. An empty array means that it cannot be decrypted. The row is left as it is
    ///   if no form remains.
    public func indexAgain(
        _ page: RewritePage, madeWith key: Int, limit: Int,
        with index: @Sendable @escaping (PhoneIndex, Sealed) -> [IndexedNumber]
    ) async throws -> RewritePage.Outcome {
        try await database.write { transaction in
            let rows = try transaction.run(
                Statement(
                    """
                    SELECT id, phone_index, phone_sealed, seal_key FROM account
                    WHERE \(page.operand("index_key")) = $1 AND phone_index IS NOT NULL AND phone_sealed IS NOT NULL
                        AND id > $3
                    ORDER BY id LIMIT $2 {claim}
                    """, .int(key), .int(limit), page.after?.first ?? .bytes([])))
            var changed = 0
            for row in rows {
                let id: AccountID = try row.identifier(0), former = PhoneIndex(try row.bytes(1), key: key)
                guard let sealed = try row.sealedOrNil(2, key: 3) else { continue }
                let claimed = try index(former, sealed).first {
                    try AccountNumberTable.claim($0.phone, for: id, in: transaction)
                }
                guard let new = claimed else { continue }
                try transaction.run(
                    Statement(
                        """
                        UPDATE account SET phone_index = $2, index_key = $3, phone_sealed = $4, seal_key = $5 WHERE id = $1
                        """, .identifier(id), .bytes(new.phone.bytes), .int(new.phone.key), .bytes(new.sealed.bytes),
                        .int(new.sealed.key)))
                changed += 1
            }
            let last = rows.count == limit ? try rows.last?.bytes(0) : nil
            return RewritePage.Outcome(
                changed: changed, unreadable: rows.count - changed,
                next: last.map { page.following([.bytes($0)]) })
        }
    }
}

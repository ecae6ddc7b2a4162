public import Domain
public import Primitives
import SQL

/// A ciphertext of the service in a row, with what it is bound to.
public enum SealedValue: Sendable, Hashable {
    case account(AccountID, PhoneIndex)
    case registration(PhoneIndex, thumbprint: String)
    case outbox(OutboxEntryID)
    case recipient(OutboxEntryID)
    case deletion(DeletionTag)

    /// The columns in which ciphertexts are, in the order in which they are encrypted again.
    enum Column: CaseIterable, Sendable {
        case account, registration, outbox, recipient, deletion

        /// The rows that hold a ciphertext in the column.
        var use: KeyUse {
            switch self {
            case .account: KeyUse("account", "seal_key", where: "phone_sealed IS NOT NULL")
            case .registration: KeyUse("registration", "seal_key", until: "expires")
            case .outbox: KeyUse("outbox", "seal_key", where: "sealed IS NOT NULL")
            case .recipient: KeyUse("outbox", "recipient_key", where: "recipient IS NOT NULL")
            case .deletion: KeyUse("deletion", "seal_key", where: "sealed IS NOT NULL")
            }
        }

        /// The ciphertext, and what it is bound to.
        fileprivate var selected: String {
            switch self {
            case .account: "phone_sealed, id, phone_index"
            case .registration: "phone_sealed, phone_index, thumbprint"
            case .outbox: "sealed, id"
            case .recipient: "recipient, id"
            case .deletion: "sealed, tag"
            }
        }
    }

    /// Claims at most `limit` ciphertexts of a column that were made with a key; a row that another transaction has locked
    /// is left out.
    static func claim(
        _ column: Column, madeWith key: Int, limit: Int, at now: Instant, in transaction: any Transaction
    ) throws -> [(value: SealedValue, sealed: Sealed)] {
        let rows = try transaction.run(
            column.use.select(column.selected, madeWith: key, at: now, limit: limit))
        return try rows.map { row in
            let value: SealedValue =
                switch column {
                case .account: .account(try row.identifier(1), PhoneIndex(try row.bytes(2)))
                case .registration: .registration(PhoneIndex(try row.bytes(1)), thumbprint: try row.text(2))
                case .outbox: .outbox(try row.identifier(1))
                case .recipient: .recipient(try row.identifier(1))
                case .deletion: .deletion(DeletionTag(try row.bytes(1)))
                }
            return (value, Sealed(try row.bytes(0), key: key))
        }
    }

    /// Replaces the ciphertext.
    func replace(with sealed: Sealed) -> Statement {
        let (bytes, key) = (SQLValue.bytes(sealed.bytes), SQLValue.int(sealed.key))
        return switch self {
        case .account(let id, _):
            Statement("UPDATE account SET phone_sealed = $2, seal_key = $3 WHERE id = $1", .identifier(id), bytes, key)
        case .registration(let phone, let thumbprint):
            Statement(
                """
                UPDATE registration SET phone_sealed = $2, seal_key = $3 WHERE phone_index = $1 AND thumbprint = $4
                """, .bytes(phone.bytes), bytes, key, .text(thumbprint))
        case .outbox(let id):
            Statement("UPDATE outbox SET sealed = $2, seal_key = $3 WHERE id = $1", .identifier(id), bytes, key)
        case .recipient(let id):
            Statement(
                "UPDATE outbox SET recipient = $2, recipient_key = $3 WHERE id = $1", .identifier(id), bytes, key)
        case .deletion(let tag):
            Statement("UPDATE deletion SET sealed = $2, seal_key = $3 WHERE tag = $1", .bytes(tag.bytes), bytes, key)
        }
    }
}

extension AuthStore {
    /// Encrypts at most `limit` ciphertexts of each column again that were made with a former key. Each column is a
    /// transaction of its own, so a process that ends in the middle leaves whole rows, and the next one continues.
    ///
    /// - Parameter encrypt: returns the ciphertext under the active key; nil if the former one cannot be decrypted, which
    ///   leaves the row as it is.
    /// - Returns: the number of rows that were changed, and of those that could not be decrypted.
    public func encryptAgain(
        madeWith key: Int, limit: Int, at now: Instant,
        with encrypt: @Sendable @escaping (SealedValue, Sealed) -> Sealed?
    ) async throws -> (changed: Int, unreadable: Int) {
        var changed = 0, unreadable = 0
        for column in SealedValue.Column.allCases {
            let counts = try await database.write { transaction in
                let found = try SealedValue.claim(column, madeWith: key, limit: limit, at: now, in: transaction)
                let statements = found.compactMap { value, sealed in
                    encrypt(value, sealed).map { value.replace(with: $0) }
                }
                try transaction.batch(statements)
                return (found.count, statements.count)
            }
            changed += counts.1
            unreadable += counts.0 - counts.1
        }
        return (changed, unreadable)
    }
}

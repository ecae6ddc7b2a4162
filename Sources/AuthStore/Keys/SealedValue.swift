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
    case pinKey(AccountID, generation: Int64)
    case pendingPINKey(AccountID, generation: Int64)
    case unlockShare(AccountID)
    case secondFactor(AccountID, SecondFactorID)

    /// The columns in which ciphertexts are, in the order in which they are encrypted again.
    enum Column: CaseIterable, Sendable {
        case account, registration, outbox, recipient, deletion, pinKey, pendingPINKey, unlockShare, secondFactor

        /// The rows that hold a ciphertext in the column.
        var use: KeyUse {
            switch self {
            case .account: KeyUse("account", "seal_key", where: "phone_sealed IS NOT NULL")
            case .registration: KeyUse("registration", "seal_key", until: "expires")
            case .outbox: KeyUse("outbox", "seal_key", where: "sealed IS NOT NULL")
            case .recipient: KeyUse("outbox", "recipient_key", where: "recipient IS NOT NULL")
            case .deletion: KeyUse("deletion", "seal_key", where: "sealed IS NOT NULL")
            case .pinKey: KeyUse("pin", "seal_key")
            case .pendingPINKey: KeyUse("pending_pin", "seal_key")
            case .unlockShare: KeyUse("unlock_share", "seal_key")
            case .secondFactor: KeyUse("second_factor", "seal_key")
            }
        }

        /// The columns of the table's primary key.
        fileprivate var key: String {
            switch self {
            case .account, .outbox, .recipient: "id"
            case .registration: "phone_index, thumbprint"
            case .deletion: "tag"
            case .pinKey, .pendingPINKey, .unlockShare, .secondFactor: "account"
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
            case .pinKey, .pendingPINKey: "key_sealed, account, generation"
            case .unlockShare: "share_sealed, account"
            case .secondFactor: "secret_sealed, account, id"
            }
        }
    }

    /// The primary key of the row.
    fileprivate var key: [SQLValue] {
        switch self {
        case .account(let id, _): [.identifier(id)]
        case .registration(let phone, let thumbprint): [.bytes(phone.bytes), .text(thumbprint)]
        case .outbox(let id), .recipient(let id): [.identifier(id)]
        case .deletion(let tag): [.bytes(tag.bytes)]
        case .pinKey(let account, _), .pendingPINKey(let account, _), .unlockShare(let account),
            .secondFactor(let account, _):
            [.identifier(account)]
        }
    }

    /// Claims a page of at most `limit` ciphertexts that were made with a key; a row that another transaction has locked is
    /// left out.
    static func claim(
        _ page: RewritePage, of column: Column, madeWith key: Int, limit: Int, at now: Instant,
        in transaction: any Transaction
    ) throws -> [(value: SealedValue, sealed: Sealed)] {
        let rows = try transaction.run(
            column.use.claim(
                column.selected, of: page, orderedBy: column.key, madeWith: key, limit: limit, at: now))
        return try rows.map { row in
            let value: SealedValue =
                switch column {
                case .account: .account(try row.identifier(1), PhoneIndex(try row.bytes(2)))
                case .registration: .registration(PhoneIndex(try row.bytes(1)), thumbprint: try row.text(2))
                case .outbox: .outbox(try row.identifier(1))
                case .recipient: .recipient(try row.identifier(1))
                case .deletion: .deletion(DeletionTag(try row.bytes(1)))
                case .pinKey: .pinKey(try row.identifier(1), generation: try row.int(2))
                case .pendingPINKey: .pendingPINKey(try row.identifier(1), generation: try row.int(2))
                case .unlockShare: .unlockShare(try row.identifier(1))
                case .secondFactor: .secondFactor(try row.identifier(1), try row.identifier(2))
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
        case .pinKey(let account, let generation):
            Statement(
                "UPDATE pin SET key_sealed = $2, seal_key = $3 WHERE account = $1 AND generation = $4",
                .identifier(account), bytes, key, .integer(generation))
        case .pendingPINKey(let account, let generation):
            Statement(
                "UPDATE pending_pin SET key_sealed = $2, seal_key = $3 WHERE account = $1 AND generation = $4",
                .identifier(account), bytes, key, .integer(generation))
        case .secondFactor(let account, let factor):
            Statement(
                "UPDATE second_factor SET secret_sealed = $2, seal_key = $3 WHERE account = $1 AND id = $4",
                .identifier(account), bytes, key, .identifier(factor))
        case .unlockShare(let account):
            Statement(
                "UPDATE unlock_share SET share_sealed = $2, seal_key = $3 WHERE account = $1", .identifier(account),
                bytes,
                key)
        }
    }
}

extension AuthStore {
    /// Encrypts a page of at most `limit` ciphertexts again that were made with a former key. Each page is a transaction of
    /// its own, so a process that ends in the middle leaves whole rows, and the next one continues.
    ///
    /// - Parameter encrypt: returns the ciphertext under the active key; nil if the former one cannot be decrypted, which
    ///   leaves the row as it is.
    public func encryptAgain(
        _ page: RewritePage, madeWith key: Int, limit: Int, at now: Instant,
        with encrypt: @Sendable @escaping (SealedValue, Sealed) -> Sealed?
    ) async throws -> RewritePage.Outcome {
        let columns = SealedValue.Column.allCases, column = columns[page.column]
        return try await database.write { transaction in
            let found = try SealedValue.claim(
                page, of: column, madeWith: key, limit: limit, at: now, in: transaction)
            let statements = found.compactMap { value, sealed in
                encrypt(value, sealed).map { value.replace(with: $0) }
            }
            try transaction.batch(statements)
            let next: RewritePage? =
                if let last = found.last, found.count == limit {
                    page.following(last.value.key)
                } else {
                    page.column + 1 < columns.count ? page.ofNextColumn : nil
                }
            return .init(changed: statements.count, unreadable: found.count - statements.count, next: next)
        }
    }
}

import Primitives
import SQL

/// `vault_dek(account, version)`: each account's data keys, wrapped. Destroying a row makes what it sealed unreadable.
enum DEKTable {
    /// A data key as it is kept.
    struct Wrapped: Sendable {
        /// The id of the key-encryption key that wraps it.
        let kek: String
        let wrapped: [UInt8]
    }

    static let definition = """
        CREATE TABLE vault_dek (
            account BYTEA NOT NULL, version BIGINT NOT NULL, kek TEXT NOT NULL, wrapped BYTEA NOT NULL,
            created_at BIGINT NOT NULL, PRIMARY KEY (account, version)
        ) {clustered}
        """

    /// One data key of an account.
    static func read(_ version: Int64, of account: AccountID, in transaction: any Transaction) throws -> Wrapped? {
        try transaction.run(
            Statement(
                "SELECT kek, wrapped FROM vault_dek WHERE account = $1 AND version = $2", .bytes(account.bytes),
                .integer(version))
        ).first.map { Wrapped(kek: try $0.text(0), wrapped: try $0.bytes(1)) }
    }

    /// Keeps a new data key.
    static func insert(_ key: Wrapped, version: Int64, of account: AccountID, now: Instant) -> Statement {
        Statement(
            "INSERT INTO vault_dek (account, version, kek, wrapped, created_at) VALUES ($1, $2, $3, $4, $5)",
            .bytes(account.bytes), .integer(version), .text(key.kek), .bytes(key.wrapped), .integer(now.ms))
    }

    /// Destroys every data key of an account.
    static func destroy(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_dek WHERE account = $1", .bytes(account.bytes))
    }
}

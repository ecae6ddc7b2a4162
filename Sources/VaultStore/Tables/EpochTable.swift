import Primitives
import SQL

/// `vault_epoch(account, epoch)`: the epochs an account has left, and the number at which each was left.
///
/// A rev of an ended epoch means the same today if it is not above that number; above it, it was lost.
enum EpochTable {
    static let definition = """
        CREATE TABLE vault_epoch (
            account BYTEA NOT NULL, epoch BYTEA NOT NULL, next BYTEA NOT NULL, base BIGINT NOT NULL,
            at BIGINT NOT NULL, PRIMARY KEY (account, epoch)
        ) {clustered}
        """

    /// Notes that an epoch ended at `base` and which one follows.
    static func end(_ epoch: EpochID, of account: AccountID, at base: Int64, next: EpochID, now: Instant) -> Statement {
        Statement(
            "INSERT INTO vault_epoch (account, epoch, next, base, at) VALUES ($1, $2, $3, $4, $5)",
            .bytes(account.bytes), .bytes(epoch.bytes), .bytes(next.bytes), .integer(base), .integer(now.ms))
    }

    /// The ended epochs of an account, each with the number at which it was left.
    static func chain(of account: AccountID, in transaction: any Transaction) throws -> [EpochID: Int64] {
        let rows = try transaction.run(
            Statement("SELECT epoch, base FROM vault_epoch WHERE account = $1", .bytes(account.bytes)))
        return try rows.reduce(into: [:]) { $0[try $1.id(0)] = try $1.int(1) }
    }

    /// Erases an account's chain.
    static func erase(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_epoch WHERE account = $1", .bytes(account.bytes))
    }
}

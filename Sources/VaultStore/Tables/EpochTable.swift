import Primitives
import SQL

/// The statements on `vault_epoch(account, epoch)`, the ended epochs of each account.
///
/// Each row has the sequence number at which its epoch ended (`base`). A rev of that epoch up to this number still
/// names the same change; a higher one was lost in the restore that ended the epoch.
enum EpochTable {
    static func insert(
        _ epoch: EpochID, of account: AccountID, endedAt end: Int64, next: EpochID, now: Instant
    ) -> Statement {
        Statement(
            "INSERT INTO vault_epoch (account, epoch, next, base, at) VALUES ($1, $2, $3, $4, $5)",
            .identifier(account), .identifier(epoch), .identifier(next), .integer(end), .instant(now))
    }

    /// Reads the ended epochs of an account, each with the sequence number at which it ended.
    static func formerEpochs(of account: AccountID, in transaction: any Transaction) throws -> [EpochID: Int64] {
        let select = Statement("SELECT epoch, base FROM vault_epoch WHERE account = $1", .identifier(account))
        return try transaction.run(select).reduce(into: [:]) { $0[try $1.identifier(0)] = try $1.int(1) }
    }

    /// Deletes the rows of an account.
    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_epoch WHERE account = $1", .identifier(account))
    }
}

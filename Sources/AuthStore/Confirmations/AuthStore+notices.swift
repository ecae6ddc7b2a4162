public import Primitives
import SQL

/// The state of an account's protection against somebody who holds one of its devices or its number.
public struct AccountProtection: Sendable, Hashable {
    /// The number of unused recovery codes that count.
    public let codesLeft: Int
    /// The moment from which newer recovery codes count; nil if there are none.
    public let newCodesCountFrom: Instant?
    /// The end of the open hold; nil if no device is suspended.
    public let heldUntil: Instant?
    /// The request for a new PIN; nil if there is none.
    public let pinReset: PendingPINRecord?
    /// The moment until which the change of the number can be undone; nil if none can.
    public let numberChangeUndoableUntil: Instant?
}

extension AuthStore {
    /// The notices of an account, the newest first.
    public func notices(of account: AccountID) async throws -> [NoticeRecord] {
        try await database.select(NoticeTable.select(of: account)).map { try NoticeRecord($0) }
    }

    public func protection(of account: AccountID, at now: Instant) async throws -> AccountProtection {
        try await database.read { transaction in
            let codes = try RecoveryCodeTable.status(of: account, at: now, in: transaction)
            let hold = try HoldTable.read(account, in: transaction)
            return AccountProtection(
                codesLeft: codes.left, newCodesCountFrom: codes.newCountFrom, heldUntil: hold?.openUntil(at: now),
                pinReset: try PendingPINTable.read(account, in: transaction),
                numberChangeUndoableUntil: try NumberChangeTable.read(account, at: now, in: transaction)?.expires)
        }
    }
}

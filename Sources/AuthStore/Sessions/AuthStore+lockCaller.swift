import Domain
import Primitives
import SQL

/// The account, the session and the device of a caller whose session is live. The account is locked.
struct LockedCaller {
    let account: AccountRecord, session: SessionRecord, device: DeviceRecord
}

extension AuthStore {
    /// Locks the account of a caller.
    ///
    /// - Parameter outcome: the outcome of the transaction if the session has ended since the call was authenticated.
    /// - Throws: a ``Rollback`` to that outcome.
    static func lockCaller<Outcome: Sendable>(
        _ caller: SessionID, of account: AccountID, at now: Instant, in transaction: any Transaction,
        ended outcome: (SessionEnd) -> Outcome
    ) throws -> LockedCaller {
        guard let person = try AccountTable.lock(account, in: transaction),
            let session = try SessionTable.read(caller, of: account, in: transaction),
            let device = try device(of: caller, account, in: transaction)
        else { throw Rollback(outcome(.loginRequired)) }
        if let end = try end(ofCaller: caller, of: person, at: now, in: transaction) { throw Rollback(outcome(end)) }
        return LockedCaller(account: person, session: session, device: device)
    }
}

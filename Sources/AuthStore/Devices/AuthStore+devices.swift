import Domain
public import Primitives
import SQL

extension AuthStore {
    /// The devices of an account that are or were admitted, the one used last first.
    public func devices(of account: AccountID) async throws -> [DeviceRecord] {
        try await database.read { transaction in
            try AccountDeviceTable.all(of: account, in: transaction).filter(\.wasEverAdmitted)
                .sorted { ($0.lastUsed, $0.id) > ($1.lastUsed, $1.id) }
        }
    }

    /// Withdraws a device's admission and ends its sessions with `deviceRevoked`.
    ///
    /// - Parameter caller: the session of the caller, whose state is read again in the transaction. The outcome is
    ///   `unknown` for its own device, for a device that was never admitted and for one of another account.
    public func remove(
        _ device: DeviceID, of account: AccountID, by caller: SessionID, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> SessionChange {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            guard let person = try AccountTable.lock(account, in: transaction) else {
                throw Rollback(SessionChange.unknown)
            }
            if let end = try Self.end(ofCaller: caller, of: person, at: now, in: transaction) {
                throw Rollback(SessionChange.callerEnded(end))
            }
            let own = try SessionTable.read(caller, of: account, in: transaction)?.device
            let found = try AccountDeviceTable.all(of: account, in: transaction).first { $0.id == device }
            guard let found, found.wasEverAdmitted, device != own else { throw Rollback(SessionChange.unknown) }
            try transaction.run(AccountDeviceTable.withdrawAdmission(device, of: account))
            for session in try SessionTable.notEnded(of: account, in: transaction) where session.device == device {
                try SessionTable.end(session.id, of: account, because: .deviceRevoked, at: now, in: transaction)
            }
            return .done
        }
    }

    /// The reason why the session of a caller may not act any more; nil while it is live, and without a caller.
    ///
    /// The call has passed authentication before the transaction began, and the session may have ended since.
    static func end(
        ofCaller caller: SessionID?, of person: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws -> SessionEnd? {
        guard let caller else { return nil }
        let session = try SessionTable.read(caller, of: person.id, in: transaction)
        let facts = session.map {
            SessionFacts(ended: $0.ended, level: $0.level, tokenSecretVersion: $0.tokenSecretVersion, expires: nil)
        }
        return SessionRule.evaluate(account: person.facts, session: facts, at: now).end
    }
}

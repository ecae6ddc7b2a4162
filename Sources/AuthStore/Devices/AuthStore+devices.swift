import Audit
public import Domain
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

    /// Gives a device another name. Returns the reason why the caller's session may not act any more, which then changed
    /// nothing; nil if the device has the name.
    /// - Parameter caller: the session of the device, whose state is read again in the transaction.
    public func rename(
        _ device: DeviceID, of account: AccountID, to name: String, by caller: SessionID, at now: Instant
    ) async throws -> SessionEnd? {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction) else {
                throw Rollback(SessionEnd?.some(.loginRequired))
            }
            if let end = try Self.end(ofCaller: caller, of: person, at: now, in: transaction) {
                throw Rollback(SessionEnd?.some(end))
            }
            try transaction.run(AccountDeviceTable.rename(device, of: account, to: name))
            try transaction.audit(.init(.device, AuditDetail.deviceRenamed, account: account, device: device, at: now))
            return nil
        }
    }

    /// Withdraws a device's admission and ends its sessions with `deviceRevoked`, or suspends it.
    ///
    /// - Parameter caller: the session of the caller, whose state is read again in the transaction. The outcome is
    ///   `unknown` for its own device, for a device that was never admitted and for one of another account.
    /// - Throws: ``ConfirmationRefused``.
    public func remove(
        _ device: DeviceID, of account: AccountID, by caller: SessionID,
        confirmedBy given: CountedConfirmation = .none,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> SessionChange {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            guard let person = try AccountTable.lock(account, in: transaction) else {
                throw Rollback(SessionChange.unknown)
            }
            if let end = try Self.end(ofCaller: caller, of: person, at: now, in: transaction) {
                throw Rollback(SessionChange.callerEnded(end))
            }
            let own = try Self.device(of: caller, account, in: transaction)
            let found = try AccountDeviceTable.all(of: account, in: transaction).first { $0.id == device }
            guard let own, let found, found.wasEverAdmitted, device != own.id else {
                throw Rollback(SessionChange.unknown)
            }
            let until = try DeviceRemoval(of: person, by: own, at: now, in: transaction)
                .remove([found], ending: .deviceRevoked, confirmedBy: given)
            return try Self.change(until, storedFor: idempotencyKey, in: transaction)
        }
    }

    /// The change for a removal that took effect (`until` is nil) or that suspends. It is stored as the response of the
    /// request, so that a repeated one is answered alike.
    static func change(
        _ until: Instant?, storedFor key: IdempotencyKey?, in transaction: any Transaction
    ) throws -> SessionChange {
        guard let until else { return .done }
        if let key { try transaction.batch(IdempotencyTable.store(Array("\(until.ms)".utf8), for: key)) }
        return .suspended(until: until)
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

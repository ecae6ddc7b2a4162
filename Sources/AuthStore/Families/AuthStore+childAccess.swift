import Audit
import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Unlocks a child's access after too many wrong PINs, or after an older copy of the database has taken its place. The
    /// PIN stays as it is.
    /// - Throws: ``FamilyRefused``.
    public func unlockChild(
        _ child: AccountID, by parent: AccountID, in session: SessionID, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> Repeatable<Void> {
        try await changeAccess(of: child, by: parent, in: session, idempotencyKey, at: now) { effects, transaction in
            guard try PINTable.read(child, in: transaction) != nil else {
                return try effects.carryOut(.parentUnlockBeforePIN)
            }
            try effects.carryOut(.parentUnlock)
            try PINLockoutEffects(on: child, at: now, in: transaction).carryOut(.parentUnlock, from: .locked)
        }
    }

    /// Ends the binding of a child who is locked out or has forgotten the PIN, and makes a new invite.
    /// - Parameter given: the confirmation by a secret of the parent's own.
    /// - Returns: the moment at which the invite expires.
    /// - Throws: ``FamilyRefused`` and ``ConfirmationRefused``.
    public func resetChildAccess(
        of child: AccountID, inviting new: NewInvite, by parent: AccountID, in session: SessionID,
        confirmedBy given: CountedConfirmation, idempotencyKey: IdempotencyKey?, response: [UInt8], at now: Instant
    ) async throws -> Repeatable<Instant> {
        let outcome = try await changeAccess(
            of: child, by: parent, in: session, idempotencyKey, storing: response, confirmedBy: given, at: now
        ) { effects, transaction in
            try effects.carryOut(.parentResetsAccess)
            try Self.confirmInvite(by: parent, in: session, given, at: now, in: transaction)
            try transaction.batch(FamilyInviteTable.replace(with: new, of: child, by: parent, in: session, at: now))
            try transaction.audit(.init(.credential, AuditDetail.inviteMade, account: child, at: now))
        }
        switch outcome {
        case .done: return .done(now + FamilyInviteRecord.lifetime)
        case .repeated(let stored): return .repeated(stored)
        }
    }

    /// Withdraws a child's access: its binding, its PIN, its unlock share and its sessions end, and open invites for its
    /// device are withdrawn. Of a child without a binding only the invites are withdrawn.
    /// - Throws: ``FamilyRefused``.
    public func revokeChild(
        _ child: AccountID, by parent: AccountID, in session: SessionID, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> Repeatable<Void> {
        try await changeAccess(of: child, by: parent, in: session, idempotencyKey, at: now) { effects, transaction in
            if effects.binding != nil { try effects.carryOut(.accessRevoked) }
            try FamilyInviteTable.withdraw(of: child, for: [.device], at: now, in: transaction)
        }
    }

    /// Ends the sessions of a child, who logs in again with the PIN.
    /// Changes nothing if the child has no session.
    /// - Throws: ``FamilyRefused``.
    public func endSessions(
        ofChild child: AccountID, by parent: AccountID, in session: SessionID, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> Repeatable<Void> {
        try await changeAccess(of: child, by: parent, in: session, idempotencyKey, at: now) { effects, _ in
            if effects.binding?.state == .authChild { try effects.carryOut(.appRestart) }
        }
    }

    /// Records that a child has forgotten the PIN: only a parent can give it access again.
    /// - Throws: ``FamilyRefused``.
    public func forgetChildPIN(
        thumbprint: String, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> Repeatable<Void> {
        try await changeOnce(idempotencyKey, at: now) { transaction in
            guard let bound = try ChildBindingTable.read(thumbprint: thumbprint, in: transaction) else {
                throw FamilyRefused.notBound
            }
            let family = try LockedFamily(of: bound.child, in: transaction)
            var effects = ChildAccessEffects(on: family.child, at: now, in: transaction)
            effects.family = family
            let binding = try ChildBindingTable.read(thumbprint: thumbprint, in: transaction)
            guard binding?.child == bound.child else { throw FamilyRefused.notBound }
            effects.binding = binding
            try effects.carryOut(.forgotPIN)
        }
    }

    /// Ends the session of a child that logs out. Its device stays bound.
    /// - Throws: ``FamilyRefused``.
    public func logOutChild(
        _ child: AccountID, of session: SessionID, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> Repeatable<Void> {
        try await changeOnce(idempotencyKey, at: now) { transaction in
            guard let account = try LockedFamily.lockChild(child, in: transaction) else {
                throw FamilyRefused.callerEnded(.loginRequired)
            }
            if let end = try Self.end(ofCaller: session, of: account, at: now, in: transaction) {
                throw FamilyRefused.callerEnded(end)
            }
            var effects = ChildAccessEffects(on: account, at: now, in: transaction)
            effects.binding = try ChildBindingTable.read(of: child, in: transaction)
            try effects.carryOut(.logout)
        }
    }

    /// Carries out a parent's change of the access of a child who has a binding.
    private func changeAccess(
        of child: AccountID, by parent: AccountID, in session: SessionID, _ key: IdempotencyKey?,
        storing response: [UInt8] = [], confirmedBy given: CountedConfirmation = .none, at now: Instant,
        _ body: @Sendable @escaping (ChildAccessEffects, any Transaction) throws -> Void
    ) async throws -> Repeatable<Void> {
        try await changeOnce(key, storing: response, confirmedBy: given, at: now) { transaction in
            let family = try LockedFamily(of: child, for: session, of: parent, at: now, in: transaction)
            var effects = ChildAccessEffects(on: family.child, at: now, in: transaction)
            effects.family = family
            effects.binding = try ChildBindingTable.read(of: child, in: transaction)
            try body(effects, transaction)
        }
    }
}

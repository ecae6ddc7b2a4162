import Audit
public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Logs in to the account of a number: uses up the code and opens a session.
    /// - Throws: ``ConfirmationRefused`` for a recovery code that does not admit the device. The one-time code stays usable.
    public func logIn(
        _ signIn: SignIn, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> SignIn.Outcome {
        try await change { [servedGroups] transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            let account = try AccountTable.lock(phone: signIn.phoneIndex, in: transaction)
            try signIn.useProof(at: now, in: transaction)
            guard let account else {
                return try Self.store(.notRegistered, idempotencyKey, .notRegistered, in: transaction)
            }
            guard servedGroups.contains(account) else { throw Rollback(SignIn.Outcome.groupNotServed) }
            guard account.state != .blocked else {
                return try Self.store(.blocked, idempotencyKey, .blocked, in: transaction)
            }
            try SessionOpening(signIn.session, account: account.id, at: now, in: transaction)
                .open(.byRule(enrolment: signIn.enrolment, recovery: signIn.recovery))
            return try Self.signedIn(signIn, account.id, idempotencyKey, in: transaction)
        }
    }

    /// Commits the confirmation of a registration: uses up its code, gives a new number its account, and carries out
    /// the transition's effects.
    /// - Parameter isBlocked: true if the transition was decided on a blocked account.
    public func commitConfirmation(
        _ transition: Transition<Registration>, signingIn signIn: SignIn, confirming registration: RegistrationRecord,
        isBlocked: Bool, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> SignIn.Outcome {
        try await change { [servedGroups] transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            let account = try Self.lockOrInsertAccount(signIn, registration, at: now, in: transaction)
            try transaction.run(RegistrationTable.lock(registration))
            try signIn.useProof(at: now, in: transaction)
            try transaction.run(RegistrationTable.complete(registration, at: now))
            guard transaction.changes == 1 else { throw Rollback(SignIn.Outcome.stateChanged) }
            guard servedGroups.contains(account) else { throw Rollback(SignIn.Outcome.groupNotServed) }
            // The lock keeps the group's verification from being changed before this transaction has ended.
            if case .none = signIn.proof,
                try FacilityGroupTable.lock(account.group, in: transaction)?.verification
                    != FacilityGroup.Verification.none
            {
                throw Rollback(SignIn.Outcome.codeRequired)
            }
            guard (account.state == .blocked) == isBlocked else { throw Rollback(SignIn.Outcome.stateChanged) }
            var effects = RegistrationEffects(in: transaction, at: now)
            effects.account = account
            effects.signIn = signIn
            try effects.carryOut(transition)
            try transaction.audit(.init(.account, AuditDetail.registered, account: account.id, at: now))
            return try Self.signedIn(signIn, account.id, idempotencyKey, in: transaction)
        }
    }

    /// Locks and returns the account of the number, before the registration and the code are locked. If the number has
    /// no account, one is inserted; the insertion is rolled back with the transaction if the code is not accepted.
    private static func lockOrInsertAccount(
        _ signIn: SignIn, _ registration: RegistrationRecord, at now: Instant, in transaction: any Transaction
    ) throws -> AccountRecord {
        if let account = try AccountTable.lock(phone: signIn.phoneIndex, in: transaction) { return account }
        guard let group = try FacilityGroupTable.read(registration.group, in: transaction) else {
            throw Rollback(SignIn.Outcome.stateChanged)
        }
        try AccountTable.insert(
            signIn.newAccount, role: group.memberRole, group: group.name,
            approval: group.approval == .automatic ? .approvedForSyncing : .waitingForApproval,
            phone: signIn.phoneIndex, phoneSealed: registration.phoneSealed, at: now,
            in: transaction)
        guard let account = try AccountTable.lock(phone: signIn.phoneIndex, in: transaction) else {
            throw Rollback(SignIn.Outcome.stateChanged)
        }
        return account
    }

    private static func signedIn(
        _ signIn: SignIn, _ id: AccountID, _ key: IdempotencyKey?, in transaction: any Transaction
    ) throws -> SignIn.Outcome {
        guard let account = try AccountTable.read(id, in: transaction),
            let session = try SessionTable.read(signIn.session.identifiers.session, of: id, in: transaction)
        else { throw Rollback(SignIn.Outcome.stateChanged) }
        return try store(.signedIn(id, session.id), key, .signedIn(account, session), in: transaction)
    }

    /// Stores the response under the request's key and returns the outcome.
    private static func store(
        _ response: StoredSignIn, _ key: IdempotencyKey?, _ outcome: SignIn.Outcome, in transaction: any Transaction
    ) throws -> SignIn.Outcome {
        if let key { try transaction.batch(IdempotencyTable.store(response.bytes, for: key)) }
        return outcome
    }
}

extension SignIn {
    /// Uses up the code in the statement that checks that it is unused, and ends the streak of attempts.
    fileprivate func useProof(at now: Instant, in transaction: any Transaction) throws {
        switch proof {
        case .code(let attempt):
            guard try ChallengeTable.consume(attempt.challenge.id, at: now, in: transaction) else {
                throw Rollback(Outcome.codeUnusable)
            }
            try attempt.resetStreak(at: now, in: transaction)
        case .none: break
        }
    }
}

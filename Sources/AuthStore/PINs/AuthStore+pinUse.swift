import Audit
import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Logs in by a right PIN: uses up the attempt and opens a session, in place of the device's former one.
    /// - Throws: ``ConfirmationRefused`` for a new device whose PIN does not count yet.
    public func logIn(
        by attempt: PINAttempt, opening new: NewSession, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> SignIn.Outcome {
        try await change { [servedGroups] transaction in
            guard let person = try AccountTable.lock(attempt.challenge.account, in: transaction) else {
                throw Rollback(SignIn.Outcome.stateChanged)
            }
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            guard servedGroups.contains(person) else { throw Rollback(SignIn.Outcome.groupNotServed) }
            guard person.state != .blocked else { throw Rollback(SignIn.Outcome.blocked) }
            if !attempt.isByBoundDevice { try Self.requireAdmission(by: attempt, of: person, at: now, in: transaction) }
            guard try attempt.use(by: person, lapse: new.admissionLapse, at: now, in: transaction) else {
                throw Rollback(SignIn.Outcome.codeUnusable)
            }
            try SessionOpening(new, account: person.id, at: now, in: transaction).open(.byPIN)
            guard let account = try AccountTable.read(person.id, in: transaction),
                let session = try SessionTable.read(new.identifiers.session, of: person.id, in: transaction)
            else { throw Rollback(SignIn.Outcome.stateChanged) }
            if let key = idempotencyKey {
                try transaction.batch(
                    IdempotencyTable.store(StoredSignIn.signedIn(person.id, session.id).bytes, for: key))
            }
            return .signedIn(account, session)
        }
    }

    /// Refuses a new device whose PIN does not admit it. A PIN that does ends an open hold, as every secret of the person's
    /// own does; the suspended devices stay out.
    private static func requireAdmission(
        by attempt: PINAttempt, of person: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws {
        let device = try AccountDeviceTable.all(of: person.id, in: transaction)
            .first { $0.thumbprint == attempt.challenge.thumbprint }
        let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
        try change.requireEffect(of: .admitItself, by: .pin(attempt))
        try change.endHold()
    }

    /// Uses up the attempt of a right PIN, and returns the unlock share of the account; nil if the attempt is not usable any
    /// more.
    public func unlock(
        by attempt: PINAttempt, lapse: Duration, at now: Instant
    ) async throws -> UnlockShareRecord? {
        try await change { transaction in
            guard let person = try AccountTable.lock(attempt.challenge.account, in: transaction),
                try attempt.use(by: person, lapse: lapse, at: now, in: transaction),
                let share = try PINTable.share(of: person.id, in: transaction)
            else { throw Rollback(UnlockShareRecord?.none) }
            return share
        }
    }

    /// Takes the attempt of a right PIN that confirms an act out of the counts before the act is carried out: if the act is
    /// then refused for another reason, right PINs must not block the account.
    public func giveBack(_ attempt: PINAttempt, at now: Instant) async throws {
        guard attempt.isGivenBack else { return }
        try await change { transaction in
            guard try AccountTable.lock(attempt.challenge.account, in: transaction) != nil else { return }
            try transaction.run(PINTable.giveBack(attempt))
            try transaction.audit(attempt.entry(.accepted, at: now))
        }
    }

    /// The unlock share of an account; nil if the account has never had a PIN.
    public func unlockShare(of account: AccountID) async throws -> UnlockShareRecord? {
        try await database.read { try PINTable.share(of: account, in: $0) }
    }
}

extension PINAttempt {
    /// Uses a right attempt up, and ends the count in a row. Returns false, and has changed nothing that the caller may
    /// commit, if the account was blocked, the PIN locked or changed, the session ended, the device lost its admission, or
    /// the challenge was used since the attempt was counted.
    func use(
        by person: AccountRecord, lapse: Duration = .days(90), at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        guard person.state == .registered, person.tokenSecretVersion == challenge.tokenSecretVersion,
            let present = try PINTable.read(person.id, in: transaction), present.generation == pin.generation,
            present.lockedAt == nil, try isStillAllowed(of: person, lapse: lapse, at: now, in: transaction),
            try PINChallengeTable.consume(challenge.id, at: now, in: transaction)
        else { return false }
        if !confirmsAct { try transaction.batch(PINTable.reset(self)) }
        if !isGivenBack { try transaction.audit(entry(.accepted, at: now)) }
        return true
    }

    /// What the audit log records of the attempt.
    func entry(_ kind: AuditKind, at now: Instant) -> AuditEntry {
        AuditEntry(
            kind, isByBoundDevice ? AuditDetail.pin : .newDevicePIN, account: challenge.account, device: device,
            session: challenge.session, at: now)
    }

    /// True if ``AuthStore/giveBack(_:at:)`` takes the right attempt out of the counts, and records it.
    fileprivate var isGivenBack: Bool { confirmsAct && isByBoundDevice }

    /// True for the purposes whose proof confirms an act that can be refused for another reason.
    var confirmsAct: Bool { challenge.purpose == .reauth || challenge.purpose == .change }

    private func isStillAllowed(
        of person: AccountRecord, lapse: Duration, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        let caller = try PINCaller(
            session: challenge.session, thumbprint: challenge.thumbprint, of: person, lapse: lapse,
            idle: SessionRecord.lifetime, at: now, in: transaction)
        return caller.mayAsk(for: challenge.purpose) && caller.isBound == isByBoundDevice
    }
}

public import Domain
public import Primitives
import SQL

/// The outcome of a call about a requested PIN.
public enum PINResetOutcome: Sendable, Hashable {
    /// The request is stored.
    /// - Parameters:
    ///   - approval: the person's approval from now on.
    ///   - due: the moment at which the PIN takes effect without a further act; nil if an operator decides.
    case requested(_ approval: ApprovalStatus, due: Instant?)
    case done
    /// A request with this `requestId` took effect before.
    case replayed(StoredResponse)
    /// The challenge was used, replaced or has expired, or the account's PIN is another one by now.
    case challengeUnusable
    /// No PIN is requested.
    case unknown
    /// The group's operators confirm a new PIN.
    case operatorDecides
    /// The session that asked has ended since the call was authenticated.
    case callerEnded(SessionEnd)
}

extension AuthStore {
    /// Stores a PIN that waits to take the place of the account's forgotten one, and sets the approval of an approved
    /// person to waiting.
    /// - Throws: ``ConfirmationRefused``.
    public func requestPINReset(
        to new: NewPIN, by challenge: PINChallengeRecord, in caller: SessionID, confirmedBy code: Attempt,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> PINResetOutcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            let caller = try Self.lockCaller(
                caller, of: challenge.account, at: now, in: transaction, ended: PINResetOutcome.callerEnded)
            let (person, device) = (caller.account, caller.device)
            let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
            try change.requireEffect(of: .makeSecret, by: .message(code))
            try change.useUp(.message(code))
            guard challenge.session == caller.session.id, let pin = try PINTable.read(person.id, in: transaction),
                pin.generation == challenge.generation,
                try PINChallengeTable.consume(challenge.id, at: now, in: transaction),
                let group = try FacilityGroupTable.read(person.group, in: transaction)
            else { throw Rollback(PINResetOutcome.challengeUnusable) }
            let due = group.approval == .automatic ? now + ConfirmationRule.delay : nil
            // The first request may have set the approval to waiting; cancelling a second one restores it.
            let earlier = try PendingPINTable.read(person.id, in: transaction)
            let wasApproved =
                person.approval == .approvedForSyncing || earlier?.approvalVersion == person.approvalVersion
            let approval = try Self.awaitApproval(of: person, at: now, in: transaction)
            try transaction.batch(
                PendingPINTable.store(
                    new, replacing: pin.generation, by: device.id, due: due,
                    approvalVersion: wasApproved ? person.approvalVersion + 1 : nil, of: person.id, at: now)
            )
            try NoticeTable.append(
                .pinResetRequested, about: device, until: due, of: person.id, at: now, in: transaction)
            if let key = idempotencyKey {
                let response = "\(approval.rawValue) \(due.map { "\($0.ms)" } ?? "-")"
                try transaction.batch(IdempotencyTable.store(Array(response.utf8), for: key))
            }
            return .requested(approval, due: due)
        }
    }

    /// Lets a requested PIN take effect: in a group that approves automatically, when another device or a recovery code
    /// confirms it.
    /// - Throws: ``ConfirmationRefused``.
    public func confirmPINReset(
        of account: AccountID, in caller: SessionID, by recovery: RecoveryAttempt?, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> PINResetOutcome {
        try await change { transaction in
            let given: CountedConfirmation = recovery.map { .recoveryCode($0) } ?? .none
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            let caller = try Self.lockCaller(
                caller, of: account, at: now, in: transaction, ended: PINResetOutcome.callerEnded)
            let (person, device) = (caller.account, caller.device)
            let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
            let resetting = PINResetting(of: person, at: now, in: transaction)
            if let until = try change.openHold() { throw ConfirmationRefused.byRule(.held(until: until)) }
            // The request is taken out first, because the use of a recovery code withdraws it.
            guard let pending = try resetting.take() else { throw Rollback(PINResetOutcome.unknown) }
            guard try FacilityGroupTable.read(person.group, in: transaction)?.approval == .automatic else {
                throw Rollback(PINResetOutcome.operatorDecides)
            }
            guard recovery != nil || device.id != pending.device else {
                throw ConfirmationRefused.byRule(.confirmationRequired)
            }
            if recovery != nil {
                try change.requireEffect(of: .admitItself, by: given)
                try change.useUp(given)
            }
            let due = pending.due ?? pending.made + ConfirmationRule.delay
            guard try resetting.complete(pending, countsFrom: recovery == nil ? max(due, now) : now) else {
                throw Rollback(PINResetOutcome.unknown)
            }
            return .done
        }
    }

    /// Cancels the request for a new PIN.
    public func cancelPINReset(
        of account: AccountID, in caller: SessionID, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> PINResetOutcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            let caller = try Self.lockCaller(
                caller, of: account, at: now, in: transaction, ended: PINResetOutcome.callerEnded)
            guard try PINResetting(of: caller.account, at: now, in: transaction).cancel() else {
                throw Rollback(PINResetOutcome.unknown)
            }
            return .done
        }
    }

    /// The accounts with an approval status that have requested a new PIN.
    public func accountsWithPINReset(approval: ApprovalStatus) async throws -> Set<AccountID> {
        Set(try await database.select(PendingPINTable.accounts(approval: approval)).map { try $0.identifier(0) })
    }

    /// Lets at most `limit` requested PINs take effect whose time has come; returns their number.
    func completePINResets(limit: Int, at now: Instant) async throws -> Int {
        let due: [AccountID] = try await database.select(PendingPINTable.accountsDue(limit: limit, at: now))
            .map { try $0.identifier(0) }
        for account in due {
            try await change { transaction in
                guard let person = try AccountTable.lock(account, in: transaction), person.state == .registered,
                    try FacilityGroupTable.read(person.group, in: transaction)?.approval == .automatic
                else { return }
                try Holds(account: account, now: now, transaction: transaction).completeIfDue()
                guard let due = try PendingPINTable.read(account, in: transaction)?.due, due <= now else { return }
                let resetting = PINResetting(of: person, at: now, in: transaction)
                if let pending = try resetting.take() { _ = try resetting.complete(pending, countsFrom: now) }
            }
        }
        return due.count
    }

    /// Sets the approval of an approved person to waiting. The version rises in any case, so that an operator can only decide
    /// after reading that a PIN is requested. Returns the approval from now on.
    private static func awaitApproval(
        of person: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws -> ApprovalStatus {
        guard person.approval == .approvedForSyncing else {
            try transaction.run(AccountTable.raiseApprovalVersion(of: person.id))
            return person.approval
        }
        try transaction.run(AccountTable.setApproval(.waitingForApproval, of: person.id, reason: nil, at: now))
        try RevocationEventTable.append(.init(approval: .waitingForApproval), of: person.id, at: now, in: transaction)
        return .waitingForApproval
    }
}

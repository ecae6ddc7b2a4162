import Audit
import Domain
import Primitives
import SQL

/// Carries out the effects of a transition of ``Registration`` in the table's order, inside the transaction of the
/// transition.
///
/// The members are the input of the effects: each effect throws ``MissingInput`` without the input it needs, which
/// rolls the transaction back.
struct RegistrationEffects {
    struct MissingInput: Error {
        let effect: Registration.Effect
    }

    let transaction: any Transaction
    let now: Instant
    /// The account that changes, locked; nil for a transition of a registration alone.
    var account: AccountRecord?
    /// The code that `sendCode` sends, and the limits the send counts against.
    var code: (new: NewChallenge, limits: SendLimits)?
    /// The sign-in whose session `openSession` or `openUnproven` opens.
    var signIn: SignIn?
    /// The registration that `deleteRegistration` deletes.
    var registration: RegistrationRecord?
    /// The deletion that `deleteAccount` records and passes on to the vault.
    var deletion: (record: DeletionRecord, purge: OutboxEntry)?

    /// The device whose wrong PINs block the account; nil if it is unknown.
    var blockingDevice: DeviceID?

    private var event = RevocationEventTable.Change()

    init(in transaction: any Transaction, at now: Instant) {
        self.transaction = transaction
        self.now = now
    }

    /// Carries out a transition, and stores the state that it leads to in the account's row.
    ///
    /// Changes of the account are appended to the revocation feed as one event, before a new session is opened.
    mutating func carryOut(_ transition: Transition<Registration>) throws {
        for effect in transition.effects { try carryOut(effect) }
        guard let account else { return }
        try appendEvent(of: account)
        if account.state != transition.state {
            try transaction.run(AccountTable.setState(transition.state, of: account.id))
        }
    }

    private mutating func carryOut(_ effect: Registration.Effect) throws {
        switch effect {
        case .sendCode:
            guard let code else { throw MissingInput(effect: effect) }
            try CodeSending.open(code.new, within: code.limits, at: now, in: transaction)
        case .openSession, .openUnproven:
            guard let account, let signIn else { throw MissingInput(effect: effect) }
            try appendEvent(of: account)
            try SessionOpening(signIn.session, account: account.id, at: now, in: transaction)
                .open(effect == .openUnproven ? .refused : .byRule(enrolment: nil, recovery: nil))
        case .endSessions:
            guard let account else { throw MissingInput(effect: effect) }
            try endSessions(of: account)
        case .revokeCredentials:
            guard let account else { throw MissingInput(effect: effect) }
            try revokeCredentials(of: account)
            event.tokenSecretVersion = try AccountTable.replaceTokenSecret(of: account.id, in: transaction)
        case .awaitApproval:
            guard let account else { throw MissingInput(effect: effect) }
            guard account.approval == .approvedForSyncing else { return }
            try transaction.run(AccountTable.setApproval(.waitingForApproval, of: account.id, reason: nil, at: now))
            event.approval = .waitingForApproval
        case .answerBlocked:
            guard let account else { throw MissingInput(effect: effect) }
            try transaction.run(AccountTable.setBlockingDevice(blockingDevice, of: account.id))
            try transaction.run(PINTable.lock(account.id, at: now))
            event.ended = .blocked
        case .deleteRegistration:
            guard let registration else { throw MissingInput(effect: effect) }
            try ChallengeTable.endOpen(
                phone: registration.phoneIndex, thumbprint: registration.thumbprint, at: now, in: transaction)
            try transaction.run(RegistrationTable.delete(registration))
        case .deleteAccount:
            guard let account, let deletion else { throw MissingInput(effect: effect) }
            try delete(account, deletion)
            self.account = nil
        }
    }

    private mutating func appendEvent(of account: AccountRecord) throws {
        guard event != RevocationEventTable.Change() else { return }
        try RevocationEventTable.append(event, of: account.id, at: now, in: transaction)
        event = RevocationEventTable.Change()
    }

    /// Ends every session of the account. A deletion appends one event for the whole account, because it deletes the
    /// rows of the sessions; when a blocked person registers again, the sessions are ended one by one.
    private mutating func endSessions(of account: AccountRecord) throws {
        if deletion != nil {
            event.ended = .accountDeleted
            return try appendEvent(of: account)
        }
        for session in try SessionTable.notEnded(of: account.id, in: transaction) {
            try SessionTable.end(session.id, of: account.id, because: .loginRequired, at: now, in: transaction)
        }
    }

    /// Deletes the PIN, and withdraws the admission of the device whose wrong PINs have blocked the account; of every
    /// device if that one is unknown. If no other device is admitted then, the device is admitted again after
    /// ``ConfirmationRule/delay``.
    private func revokeCredentials(of account: AccountRecord) throws {
        try transaction.batch(PINTable.delete(of: account.id))
        guard let device = try AccountTable.blockingDevice(of: account.id, in: transaction) else {
            try transaction.run(AccountDeviceTable.withdrawAdmissions(of: account.id))
            try transaction.audit(.init(.device, AuditDetail.admissionsWithdrawn, account: account.id, at: now))
            return
        }
        let devices = try AccountDeviceTable.all(of: account.id, in: transaction)
        try transaction.run(AccountDeviceTable.withdrawAdmission(device, of: account.id))
        try transaction.audit(
            .init(.device, AuditDetail.admissionWithdrawn, account: account.id, device: device, at: now))
        try transaction.run(AccountTable.setBlockingDevice(nil, of: account.id))
        // A device that was removed or suspended before has no admission to get back, and no code alone admits an operator.
        guard account.role != .operator, devices.filter(\.isAdmitted).map(\.id) == [device] else { return }
        let act = DelayedAct(account: account.id, kind: .readmission, device: device)
        try transaction.run(DelayedActTable.insert(act, at: now))
        try NoticeTable.append(
            .readmissionScheduled, about: devices.first { $0.id == device }, until: now + ConfirmationRule.delay,
            of: account.id, at: now, in: transaction)
    }

    /// Deletes the person's rows, records the deletion and queues the call to the vault. Counts for limits, revocation
    /// events, used request proofs, sent outbox entries and the responses to requests made without an access token stay
    /// until the sweep deletes them: none of them contains a phone number or a code.
    private func delete(
        _ account: AccountRecord, _ deletion: (record: DeletionRecord, purge: OutboxEntry)
    ) throws {
        var statements = [
            OutboxTable.insert(deletion.purge, at: now), SessionTable.delete(of: account.id),
            AccountDeviceTable.delete(of: account.id), OperatorGroupTable.delete(of: account.id),
            IdempotencyTable.delete(of: account.id),
        ]
        let former = try NumberChangeTable.read(account.id, in: transaction)?.phone
        for phone in [account.phoneIndex, former].compactMap(\.self) {
            statements += [
                OutboxTable.dropMessages(phone: phone), ChallengeTable.deleteAll(phone: phone),
                RegistrationTable.deleteAll(phone: phone),
            ]
        }
        statements += RecoveryCodeTable.deleteAll(of: account.id) + PINTable.delete(of: account.id)
        statements += [
            PINTable.deleteShare(of: account.id), SecondFactorTable.delete(of: account.id),
            HoldTable.delete(account.id), NoticeTable.delete(of: account.id),
            OperatorEnrolmentTable.delete(of: account.id), AccountNumberTable.delete(of: account.id),
            NumberChangeTable.delete(of: account.id), DelayedActTable.delete(of: account.id),
            AccountTable.delete(account.id),
            DeletionTable.insert(deletion.record, at: now),
        ]
        statements += ChildTable.delete(account.id)
        let children = try ChildTable.children(of: account.id, in: transaction)
        try transaction.batch(statements)
        for child in children { try loseParent(child) }
    }

    /// Lets the approval and the group of a child follow the parents that it still has, and gives it and them a notice. Its
    /// family is locked.
    private func loseParent(_ child: AccountID) throws {
        try ChildApproval.update(child, at: now, in: transaction)
        try ChildGroup.update(child, at: now, in: transaction)
        try NoticeTable.appendToFamily(
            .parentRemoved, about: nil, child: child, parents: ChildTable.parents(of: child, in: transaction), at: now,
            in: transaction)
    }
}

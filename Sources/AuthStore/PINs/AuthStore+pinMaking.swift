public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// A challenge that this device key requested and that may make a PIN, or replace one; nil if it is unknown, another
    /// key's, or has expired.
    public func pinChallenge(
        _ id: PINChallengeID, for purpose: PINPurpose, thumbprint: String, at now: Instant
    ) async throws -> PINChallengeRecord? {
        try await database.read { transaction in
            guard let found = try PINChallengeTable.read(id, in: transaction), found.thumbprint == thumbprint,
                found.purpose == purpose, found.usedAt == nil, found.expires > now
            else { return nil }
            return found
        }
    }

    /// Stores the PIN of an account that has none. A session that waits for it is raised; an operator's other full sessions
    /// end.
    /// - Parameter given: the confirmation; `loginCode` in a session that waits for the PIN.
    /// - Throws: ``ConfirmationRefused``.
    public func enrolPIN(
        _ new: NewPIN, by challenge: PINChallengeRecord, in caller: SessionID, confirmedBy given: CountedConfirmation,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> NewPIN.Outcome {
        try await change { transaction in
            let making = try PINMaking(
                of: challenge.account, in: caller, by: challenge, at: now, key: idempotencyKey, in: transaction)
            if let replayed = making.stored { return .replayed(replayed) }
            guard try PINTable.read(challenge.account, in: transaction) == nil else {
                throw Rollback(NewPIN.Outcome.challengeUnusable)
            }
            let change = ConfirmedChange(of: making.person, by: making.device, at: now, in: transaction)
            let last = try PINTable.lastGeneration(of: making.person.id, in: transaction)
            let act = ConfirmationRule.secretAct(registered: making.person.created, hasHadOne: last > 0, at: now)
            let start = ConfirmationRule.secretCounts(madeAt: now, by: try change.confirmation(given), for: act)
            try change.requireEffect(of: act, by: given)
            try change.useUp(given)
            guard try PINChallengeTable.consume(challenge.id, at: now, in: transaction), last == challenge.generation
            else {
                throw Rollback(NewPIN.Outcome.challengeUnusable)
            }
            try making.store(new, replacing: 0, countsFrom: start, notice: .pinMade)
            try SessionEnding.endFullSessions(ofOperatorMakingSecret: making.person, at: now, in: transaction)
            if making.session.level == .pinRequired {
                try SessionRaising(making.session, of: making.person, at: now, in: transaction).raise()
            }
            return .stored(countsFrom: start)
        }
    }

    /// Stores another PIN in place of the one that the attempt has proven.
    /// - Throws: ``ConfirmationRefused``.
    public func changePIN(
        to new: NewPIN, by attempt: PINAttempt, in caller: SessionID, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> NewPIN.Outcome {
        try await change { transaction in
            let making = try PINMaking(
                of: attempt.challenge.account, in: caller, by: attempt.challenge, at: now, key: idempotencyKey,
                in: transaction)
            if let replayed = making.stored { return .replayed(replayed) }
            let change = ConfirmedChange(of: making.person, by: making.device, at: now, in: transaction)
            let given = CountedConfirmation.pin(attempt)
            let start = ConfirmationRule.secretCounts(
                madeAt: now, by: try change.confirmation(given), for: .changeSecret)
            try change.requireEffect(of: .changeSecret, by: given)
            try change.useUp(given)
            try making.store(new, replacing: attempt.pin.generation, countsFrom: start, notice: .pinChanged)
            _ = try PINResetting(of: making.person, at: now, in: transaction).cancel()
            return .stored(countsFrom: start)
        }
    }
}

/// The making of a PIN inside a transaction, which locks the account.
private struct PINMaking {
    let person: AccountRecord, session: SessionRecord, device: DeviceRecord?
    /// The stored response of a request that took effect before.
    let stored: StoredResponse?
    private let now: Instant, key: IdempotencyKey?, transaction: any Transaction

    /// - Throws: a ``Rollback`` if the caller's session has ended, or is not the one that requested the challenge.
    init(
        of account: AccountID, in caller: SessionID, by challenge: PINChallengeRecord, at now: Instant,
        key: IdempotencyKey?, in transaction: any Transaction
    ) throws {
        stored = try IdempotencyTable.claim(key, storing: [], at: now, in: transaction)
        guard let person = try AccountTable.lock(account, in: transaction),
            let session = try SessionTable.read(caller, of: account, in: transaction)
        else { throw Rollback(NewPIN.Outcome.callerEnded(.loginRequired)) }
        if stored == nil, let end = try AuthStore.end(ofCaller: caller, of: person, at: now, in: transaction) {
            throw Rollback(NewPIN.Outcome.callerEnded(end))
        }
        guard challenge.session == caller else { throw Rollback(NewPIN.Outcome.challengeUnusable) }
        self.person = person
        self.session = session
        device = try AuthStore.device(of: caller, account, in: transaction)
        self.now = now
        self.key = key
        self.transaction = transaction
    }

    /// - Parameter replaced: the generation of the PIN whose place the new one takes; 0 if the account has none.
    func store(_ new: NewPIN, replacing replaced: Int64, countsFrom start: Instant, notice: NoticeKind) throws {
        try transaction.run(
            PINTable.store(
                new, replacing: replaced, countsFrom: start, by: device?.id, of: person.id, at: now))
        guard transaction.changes == 1 else { throw Rollback(NewPIN.Outcome.challengeUnusable) }
        try transaction.run(PINTable.storeShare(new, of: person.id))
        try NoticeTable.append(
            notice, about: device, until: start > now ? start : nil, of: person.id, at: now, in: transaction)
        if let key { try transaction.batch(IdempotencyTable.store(Array("\(start.ms)".utf8), for: key)) }
    }
}

public import Domain
public import Primitives
import SQL

/// New recovery codes, as they are stored.
public struct NewRecoveryCodes: Sendable, Hashable {
    /// The random part of what the codes are derived from.
    let seed: [UInt8]
    /// The keyed hashes of the codes.
    let hashes: [[UInt8]]
    /// The number of the key that the codes and their hashes were made with.
    let hashKey: Int

    public init(seed: [UInt8], hashes: [[UInt8]], hashKey: Int = 1) {
        self.seed = seed
        self.hashes = hashes
        self.hashKey = hashKey
    }

    public enum Outcome: Sendable, Hashable {
        /// The codes are stored.
        case made(countFrom: Instant)
        /// A request with this `requestId` took effect before; the stored response is the seed of its codes.
        case replayed(StoredResponse)
        /// The session that asked has ended since the call was authenticated.
        case callerEnded(SessionEnd)
    }
}

extension AuthStore {
    /// Stores new recovery codes. If they count at once, all earlier codes are deleted; otherwise those that count stay
    /// valid until the new ones do.
    /// - Throws: ``ConfirmationRefused``.
    public func makeRecoveryCodes(
        _ codes: NewRecoveryCodes, of account: AccountID, by caller: SessionID, confirmedBy given: CountedConfirmation,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> NewRecoveryCodes.Outcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: codes.seed, at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            guard let person = try AccountTable.lock(account, in: transaction),
                let device = try Self.device(of: caller, account, in: transaction)
            else { throw Rollback(NewRecoveryCodes.Outcome.callerEnded(.loginRequired)) }
            if let end = try Self.end(ofCaller: caller, of: person, at: now, in: transaction) {
                throw Rollback(NewRecoveryCodes.Outcome.callerEnded(end))
            }
            let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
            let act = ConfirmationRule.secretAct(
                registered: person.created, hasHadOne: try RecoveryCodeTable.hasSet(account, in: transaction), at: now
            )
            let start = ConfirmationRule.secretCounts(madeAt: now, by: try change.confirmation(given), for: act)
            try change.requireEffect(of: act, by: given)
            try change.useUp(given)
            try RecoveryCodeTable.insert(
                codes, by: device.id, countsFrom: start, of: account, at: now, in: transaction)
            try NoticeTable.append(
                .recoveryCodesMade, about: device, until: start > now ? start : nil, of: account, at: now,
                in: transaction)
            return .made(countFrom: start)
        }
    }

    /// The moment from which the codes of a seed count, and the number of the key they were made with; nil if they were
    /// replaced or withdrawn.
    public func recoverySet(
        seed: [UInt8], of account: AccountID
    ) async throws -> (countsFrom: Instant, hashKey: Int)? {
        try await database.read { try RecoveryCodeTable.set(seed: seed, of: account, in: $0) }
    }

    /// Admits the caller's own device, whose session is unproven, by a recovery code. An open hold is ended: if this
    /// device was suspended, it is admitted again; the others stay out.
    /// - Throws: ``ConfirmationRefused``.
    public func admitByRecoveryCode(
        _ attempt: RecoveryAttempt, idle: Duration, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> SessionChange {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                try CountedConfirmation.recoveryCode(attempt).resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            guard let person = try AccountTable.lock(attempt.account, in: transaction),
                let waiting = try attempt.session.flatMap({
                    try SessionTable.read($0, of: person.id, in: transaction)
                }),
                let device = try Self.device(of: waiting.id, person.id, in: transaction),
                case .live(.unproven, _) = SessionRule.evaluate(
                    account: person.facts, session: waiting.facts(idle: idle), at: now)
            else { throw Rollback(SessionChange.unknown) }
            let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
            try change.requireEffect(of: .admitItself, by: .recoveryCode(attempt))
            try change.useUp(.recoveryCode(attempt))
            try SessionRaising(waiting, of: person, at: now, in: transaction).raise()
            return .done
        }
    }

    /// The device of a session.
    static func device(
        of session: SessionID?, _ account: AccountID, in transaction: any Transaction
    ) throws -> DeviceRecord? {
        guard let id = try session.flatMap({ try SessionTable.read($0, of: account, in: transaction) })?.device else {
            return nil
        }
        return try AccountDeviceTable.all(of: account, in: transaction).first { $0.id == id }
    }
}

public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// The registration of a number by a device key, and the number's account if the key is admitted there: what the
    /// device may see of the number.
    public func registration(
        phone: PhoneIndex, thumbprint: String, at now: Instant
    ) async throws -> (registration: RegistrationRecord?, account: AccountRecord?) {
        try await database.read { transaction in
            let isOwner = try AccountTable.isOwner(phone: phone, thumbprint: thumbprint, in: transaction)
            return (
                try RegistrationTable.read(phone: phone, thumbprint: thumbprint, at: now, in: transaction),
                isOwner ? try AccountTable.read(phone: phone, in: transaction) : nil
            )
        }
    }

    /// The registration a challenge belongs to, if this device key started it and it has not expired, and the account
    /// of its number.
    public func registration(
        challenge: ChallengeID, thumbprint: String, at now: Instant
    ) async throws -> (registration: RegistrationRecord, account: AccountRecord?)? {
        try await database.read { transaction in
            guard
                let registration = try RegistrationTable.read(
                    challenge: challenge, thumbprint: thumbprint, at: now, in: transaction)
            else { return nil }
            return (registration, try AccountTable.read(phone: registration.phoneIndex, in: transaction))
        }
    }

    /// Commits the start of a registration: inserts it and carries out the transition's effects.
    ///
    /// If this device key has a live registration of the number, the outcome is `stateChanged`; a registration of
    /// another key does not matter. A start that sends no code counts against the limits of the address alone.
    public func commitStart(
        _ transition: Transition<Registration>, starting registration: RegistrationRecord, code: NewChallenge?,
        keys: SendKeys, within limits: SendLimits, idempotencyKey: IdempotencyKey?, response: [UInt8], at now: Instant
    ) async throws -> NewChallenge.Outcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: response, at: now, in: transaction) {
                return .replayed(stored)
            }
            guard
                try RegistrationTable.insert(registration, state: transition.state, at: now, in: transaction)
            else { throw Rollback(NewChallenge.Outcome.stateChanged) }
            if code == nil { try CodeSending.countStart(keys, within: limits, at: now, in: transaction) }
            var effects = RegistrationEffects(in: transaction, at: now)
            effects.code = code.map { ($0, limits) }
            try effects.carryOut(transition)
            return .opened
        }
    }

    /// Commits the restart of a registration: gives it the new challenge and carries out the transition's effects. The
    /// count of attempts in a row goes on.
    public func commitRestart(
        _ transition: Transition<Registration>, restartingWith code: NewChallenge, within limits: SendLimits,
        idempotencyKey: IdempotencyKey?, response: [UInt8], at now: Instant
    ) async throws -> NewChallenge.Outcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: response, at: now, in: transaction) {
                return .replayed(stored)
            }
            try transaction.run(RegistrationTable.restart(code, state: transition.state, at: now))
            guard transaction.changes == 1 else { throw Rollback(NewChallenge.Outcome.stateChanged) }
            var effects = RegistrationEffects(in: transaction, at: now)
            effects.code = (code, limits)
            try effects.carryOut(transition)
            return .opened
        }
    }

    /// Commits the cancellation of a registration: carries out the transition's effects. Returns false, and changes
    /// nothing, if the registration is not in the state any more on which the transition was decided.
    public func commitCancellation(
        _ transition: Transition<Registration>, of registration: RegistrationRecord, at now: Instant
    ) async throws -> Bool {
        try await change { transaction in
            try transaction.run(RegistrationTable.lock(registration))
            let present = try RegistrationTable.read(
                phone: registration.phoneIndex, thumbprint: registration.thumbprint, at: now, in: transaction)
            guard let present, present.state == registration.state else { throw Rollback(false) }
            var effects = RegistrationEffects(in: transaction, at: now)
            effects.registration = present
            try effects.carryOut(transition)
            return true
        }
    }

    /// Blocks a registered account after too many wrong PINs: every credential of it is answered `blocked` from now on,
    /// and no session ends, so that no device deletes anything. The account is locked.
    /// - Parameter device: the device whose attempts were wrong, which loses its admission when the person registers again.
    static func block(
        _ account: AccountRecord, by device: DeviceID?, at now: Instant, in transaction: any Transaction
    ) throws {
        var effects = RegistrationEffects(in: transaction, at: now)
        effects.account = account
        effects.blockingDevice = device
        try effects.carryOut(Registration.next(account.state, on: .tooManyFailedLogins))
    }

    /// Commits the expiry of at most `limit` registrations that expired before a moment; returns their number.
    func expireRegistrations(before moment: Instant, limit: Int, at now: Instant) async throws -> Int {
        try await change { transaction in
            let expired = try RegistrationTable.claimExpired(before: moment, limit: limit, in: transaction)
            for registration in expired {
                let account = try AccountTable.read(phone: registration.phoneIndex, in: transaction)
                let transition = try Registration.next(
                    registration.state, on: account?.state == .blocked ? .expireBlocked : .expire)
                var effects = RegistrationEffects(in: transaction, at: now)
                effects.registration = registration
                try effects.carryOut(transition)
            }
            return expired.count
        }
    }
}

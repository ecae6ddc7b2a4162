import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Opens a challenge for a login or another purpose of an account: the send is counted, this device key's former
    /// challenge is over, and the message is in the outbox. A refusal leaves nothing behind.
    public func openChallenge(
        _ new: NewChallenge, within limits: SendLimits, once: Once?, answer: [UInt8], at now: Instant
    ) async throws -> NewChallenge.Outcome {
        try await change { transaction in
            if let memory = try transaction.claim(once, keeping: answer, at: now) { return .repeated(memory) }
            try transaction.open(new, within: limits, at: now)
            return .opened
        }
    }

    /// Starts a registration of a number on a device key, and sends its code where the group asks for one.
    ///
    /// A live registration of that key stands in the way (`outOfStep`); one of another key does not.
    public func startRegistration(
        _ registration: RegistrationRecord, code: NewChallenge?, keys: SendKeys, within limits: SendLimits, once: Once?,
        answer: [UInt8], at now: Instant
    ) async throws -> NewChallenge.Outcome {
        try await change { transaction in
            if let memory = try transaction.claim(once, keeping: answer, at: now) { return .repeated(memory) }
            try transaction.run(
                Statement(
                    """
                    INSERT INTO registration (phone_index, thumbprint, facility_group, state, challenge, phone_sealed,
                        device_name, started, expires) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                    ON CONFLICT (phone_index, thumbprint) DO UPDATE SET facility_group = $3, state = $4, challenge = $5,
                        phone_sealed = $6, device_name = $7, started = $8, expires = $9
                    WHERE registration.expires <= $8
                    """,
                    .bytes(registration.phoneIndex), .text(registration.thumbprint), .word(registration.group),
                    .word(registration.state), .id(registration.challenge), .bytes(registration.phoneSealed),
                    .text(registration.deviceName), .at(now), .at(registration.expires)))
            guard transaction.changes == 1 else { throw Undo(NewChallenge.Outcome.outOfStep) }
            if let code {
                try transaction.open(code, within: limits, at: now)
            } else {
                try transaction.countSends(keys, within: limits, toNumber: false, owner: false, at: now)
            }
            return .opened
        }
    }

    /// Sends a new code for a started registration; attempts already counted stay counted.
    public func restartRegistration(
        _ new: NewChallenge, within limits: SendLimits, once: Once?, answer: [UInt8], at now: Instant
    ) async throws -> NewChallenge.Outcome {
        try await change { transaction in
            if let memory = try transaction.claim(once, keeping: answer, at: now) { return .repeated(memory) }
            try transaction.run(
                Statement(
                    """
                    UPDATE registration SET challenge = $3
                    WHERE phone_index = $1 AND thumbprint = $2 AND state = $4 AND expires > $5
                    """,
                    .bytes(new.phoneIndex), .text(new.thumbprint), .id(new.id),
                    .word(Registration.State.startedRegistration), .at(now)))
            guard transaction.changes == 1 else { throw Undo(NewChallenge.Outcome.outOfStep) }
            try transaction.open(new, within: limits, at: now)
            return .opened
        }
    }
}

extension Transaction {
    fileprivate func open(_ new: NewChallenge, within limits: SendLimits, at now: Instant) throws {
        if let until = try wait(phone: new.phoneIndex, thumbprint: new.thumbprint, at: now) {
            throw Undo(NewChallenge.Outcome.wait(until: until))
        }
        let owner = try isOwner(phone: new.phoneIndex, thumbprint: new.thumbprint)
        try countSends(new.keys, within: limits, toNumber: true, owner: owner, at: now)
        try replaceChallenge(with: new, at: now)
        if let message = new.message { try put(message, at: now) }
    }

    /// Counts a send under all its keys. Device keys that are let in on the number's account draw on a share of their
    /// own, so that a stranger who uses the others' up cannot keep the owner out; a new key's answer never depends on
    /// whether the number has an account.
    fileprivate func countSends(
        _ keys: SendKeys, within limits: SendLimits, toNumber: Bool, owner: Bool, at now: Instant
    ) throws {
        let share = owner ? "own " : ""
        do {
            if let address = keys.address {
                try countSend("\(share)address", address, within: limits.address, at: now)
            }
            guard toNumber else { return }
            if !owner { try refuseStopped(keys.prefix, at: now) }
            try countSend("\(share)block", keys.block, within: limits.block, at: now)
            try countSend("\(share)number", keys.number, within: limits.number, at: now)
            try drawSend(within: limits, owner: owner, roll: keys.roll, at: now)
        } catch let refusal as SendWindow.Refusal {
            throw Undo(NewChallenge.Outcome.sendLimit(retryAt: refusal.retryAt))
        }
    }

    /// Owners draw on their tenth of the day's sends, then on what is everybody's.
    private func drawSend(within limits: SendLimits, owner: Bool, roll: UInt64, at now: Instant) throws {
        let shared = Quota(name: "send", limit: limits.perDay - limits.ownPerDay, span: .days(1))
        if owner {
            let own = Quota(name: "own send", limit: limits.ownPerDay, span: .days(1))
            do {
                try own.draw(roll: roll, at: now, in: self)
                return
            } catch is SendWindow.Refusal {}  // the tenth is used up: they are like everybody
        }
        try shared.draw(roll: roll, at: now, in: self)
    }

    private func refuseStopped(_ prefix: String, at now: Instant) throws {
        let row = try first(
            Statement("SELECT until FROM prefix_stop WHERE prefix = $1 AND until > $2", .text(prefix), .at(now)))
        if let until = try row?.instant(0) { throw SendWindow.Refusal(retryAt: until) }
    }

    /// Whether a device key is let in on the account of a number.
    func isOwner(phone index: [UInt8], thumbprint: String) throws -> Bool {
        try first(
            Statement(
                """
                SELECT 1 FROM account a JOIN device d ON d.account = a.id
                WHERE a.phone_index = $1 AND d.thumbprint = $2 AND d.admitted = 1
                """, .bytes(index), .text(thumbprint))) != nil
    }
}

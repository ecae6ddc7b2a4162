import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Lets an arrival in: the code is used up in the statement that checks it is unused, a new number gets its one
    /// account, and a session is open, all or nothing.
    ///
    /// A device the account has not let in yet gets an `unproven` session where any device ever was let in: a code
    /// proves a number, and numbers get recycled. Such a session evicts no one.
    public func enter(
        _ arrival: Arrival, sends: SendLimits, once: Once?, at now: Instant
    ) async throws -> Arrival.Outcome {
        try await change { transaction in
            if let memory = try transaction.claim(once, keeping: arrival.session.bytes, at: now) {
                return .repeated(memory)
            }
            let found = try transaction.accountFor(arrival, at: now)
            if let registration = arrival.registration { try transaction.lock(registration) }
            switch arrival.proof {
            case .code(let attempt):
                guard try transaction.consume(attempt.challenge.id, at: now) != nil else {
                    throw Undo(Arrival.Outcome.over)
                }
                try transaction.forgive(attempt, sends: sends)
            case .none: break
            }
            if let registration = arrival.registration { try transaction.complete(registration, at: now) }
            guard let account = found else {
                try transaction.keep(once, Arrival.Kept.notRegistered)
                return .notRegistered
            }
            if case .none = arrival.proof, try !transaction.asksForNoCode(account.group) {
                throw Undo(Arrival.Outcome.codeNeeded)
            }
            guard (account.state == .blocked) == arrival.isAgain else {
                guard arrival.registration != nil else {
                    try transaction.keep(once, Arrival.Kept.blocked)
                    return .blocked
                }
                throw Undo(Arrival.Outcome.changed)
            }
            if arrival.isAgain { try transaction.registerAgain(account, at: now) }
            let session = try transaction.openSession(for: arrival, of: account.id, at: now)
            guard let settled = try transaction.account(account.id), let session else {
                throw Undo(Arrival.Outcome.changed)
            }
            try transaction.keep(once, settled.id.bytes + session.id.bytes)
            return .entered(settled, session)
        }
    }
}

extension Transaction {
    fileprivate func asksForNoCode(_ name: GroupID) throws -> Bool {
        switch try group(name)?.verification {
        case .some(.none): true
        case .some(.otp), nil: false
        }
    }

    fileprivate func lock(_ registration: RegistrationRecord) throws {
        try run(
            Statement(
                "SELECT 1 FROM registration WHERE phone_index = $1 AND thumbprint = $2 {lockRow}",
                .bytes(registration.phoneIndex), .text(registration.thumbprint)))
    }

    /// Ends a registration because it is confirmed; it must still be where it was read.
    fileprivate func complete(_ registration: RegistrationRecord, at now: Instant) throws {
        try run(
            Statement(
                """
                DELETE FROM registration
                WHERE phone_index = $1 AND thumbprint = $2 AND state = $3 AND challenge = $4 AND expires > $5
                """,
                .bytes(registration.phoneIndex), .text(registration.thumbprint), .word(registration.state),
                .id(registration.challenge), .at(now)))
        guard changes == 1 else { throw Undo(Arrival.Outcome.changed) }
    }

    /// The account of the number, locked; made if a registration is confirmed and nobody has the number. Before anything
    /// else is locked: what is made here is undone where nothing was proved.
    fileprivate func accountFor(_ arrival: Arrival, at now: Instant) throws -> AccountRecord? {
        if let account = try lockAccount(phone: arrival.phoneIndex) { return account }
        guard let registration = arrival.registration else { return nil }
        guard let group = try group(registration.group) else { throw Undo(Arrival.Outcome.changed) }
        _ = try insertAccount(
            arrival.account, kind: group.registers, group: group.name,
            approval: group.approval == .automatic ? .approvedForSyncing : .waitingForApproval,
            phoneIndex: arrival.phoneIndex, phoneSealed: registration.phoneSealed, at: now)
        guard let account = try lockAccount(phone: arrival.phoneIndex) else { throw Undo(Arrival.Outcome.changed) }
        return account
    }

    /// A blocked account begins anew: what was minted or trusted before is dead, approved falls back to waiting.
    fileprivate func registerAgain(_ account: AccountRecord, at now: Instant) throws {
        for session in try liveSessions(of: account.id) {
            _ = try end(session.id, of: account.id, because: .loginRequired, at: now)
        }
        try shutOutDevices(of: account.id)
        try run(
            Statement(
                "UPDATE account SET state = $2 WHERE id = $1", .id(account.id), .word(Registration.State.registered)))
        let tsv = try replaceTokenSecret(of: account.id)
        if account.approval == .approvedForSyncing {
            try setApproval(of: account.id, to: .waitingForApproval, reason: nil, at: now)
            try tell(account.id, tsv: tsv, approval: .waitingForApproval, at: now)
        } else {
            try tell(account.id, tsv: tsv, at: now)
        }
    }

    fileprivate func openSession(
        for arrival: Arrival, of id: AccountID, at now: Instant
    ) throws -> SessionRecord? {
        let name = arrival.deviceName ?? arrival.registration?.deviceName
        let noted = try noteDevice(
            arrival.device, of: id, thumbprint: arrival.thumbprint, publicKey: arrival.publicKey, name: name, at: now)
        guard let account = try account(id), let device = noted else { return nil }
        let isIn = try device.isAdmitted || (!arrival.isAgain && !hasEverAdmitted(id))
        for session in try liveSessions(of: id) where session.device == device.id {
            _ = try end(session.id, of: id, because: .loginRequired, at: now)
        }
        if isIn {
            try admitDevice(device.id, of: id)
            try evictOthers(than: device.id, of: account, at: now)
        }
        try insertSession(
            arrival.session, of: account, device: device, gate: isIn ? .full : .unproven, tsv: account.tsv,
            family: arrival.family, refreshHash: arrival.refreshHash(id, arrival.session, arrival.family),
            digits: isIn ? nil : arrival.digits, at: now, expires: arrival.expires)
        return try session(arrival.session, of: id)
    }

    /// Where the group allows one device, ends the full sessions of all others.
    func evictOthers(than device: DeviceID, of account: AccountRecord, at now: Instant) throws {
        guard try group(account.group)?.devices == .one else { return }
        for session in try liveSessions(of: account.id) where session.device != device && session.gate != .unproven {
            _ = try end(session.id, of: account.id, because: .loggedInElsewhere, at: now)
        }
    }

    /// Keeps with a request which session it opened, so that its repetition can rebuild the answer from the rows, or why
    /// it opened none.
    fileprivate func keep(_ once: Once?, _ answer: [UInt8]) throws {
        guard let once else { return }
        try run(
            Statement(
                """
                UPDATE idempotency SET answer = $5
                WHERE owner = $1 AND thumbprint = $2 AND method = $3 AND request = $4
                """,
                .bytes(once.owner), .text(once.thumbprint), .text(once.method), .id(once.request),
                .bytes(answer)))
    }
}

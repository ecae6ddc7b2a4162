import Audit
import Domain
import FaultInjection
public import Primitives
import SQL

extension AuthStore {
    /// Stores the PIN of a bound device that has none, and opens the first session.
    /// - Throws: ``FamilyRefused``.
    public func setChildPIN(
        _ new: NewPIN, by challenge: PINChallengeRecord, opening session: NewSession, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> Repeatable<(AccountRecord, SessionRecord)> {
        try await change { transaction in
            let child = try Self.lockBound(challenge, in: transaction)
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .repeated(stored)
            }
            guard let binding = child.binding, challenge.purpose == .enrol,
                try PINChallengeTable.consume(challenge.id, at: now, in: transaction),
                try ChildTable.lastPINGeneration(of: child.account.id, in: transaction) == challenge.generation
            else { throw FamilyRefused.challengeUnusable }
            try transaction.run(
                PINTable.store(
                    new, replacing: 0, countsFrom: now, by: binding.device, of: child.account.id, at: now))
            guard transaction.changes == 1 else { throw FamilyRefused.challengeUnusable }
            try transaction.run(PINTable.storeShare(new, of: child.account.id))
            try transaction.audit(
                .init(
                    .credential, NoticeKind.pinMade, account: child.account.id, device: binding.device, at: now))
            return try Self.signIn(
                child.account, on: binding, .pinSet, opening: session, idempotencyKey, at: now, in: transaction)
        }
    }

    /// Counts one more attempt at a child's PIN and commits it before the proof is verified. The same request, repeated, is
    /// verified under the attempt that was counted for it.
    ///
    /// A PIN that has had all its attempts is locked here too, in case the service ended before the last of them was judged.
    public func countChildPINAttempt(
        _ request: PINProofRequest, limit: Int, at now: Instant
    ) async throws -> ChildPINAttempt {
        let outcome = try await change { [servedGroups] transaction -> ChildPINAttempt in
            guard let account = try PINChallengeTable.account(of: request.challenge, in: transaction) else {
                throw FamilyRefused.challengeUnusable
            }
            let family = try LockedFamily(of: account, in: transaction)
            guard servedGroups.contains(family.child),
                let challenge = try PINChallengeTable.read(request.challenge, in: transaction),
                challenge.thumbprint == request.thumbprint, challenge.purpose == .login,
                let binding = try ChildBindingTable.read(of: account, in: transaction),
                binding.thumbprint == request.thumbprint
            else { throw FamilyRefused.challengeUnusable }
            guard binding.state == .childPINLogin else {
                throw FamilyRefused.move(binding.state, .correctPIN, of: binding.id)
            }
            guard challenge.usedAt == nil, challenge.expires > now,
                challenge.tokenSecretVersion == family.child.tokenSecretVersion,
                let pin = try PINTable.read(account, in: transaction), pin.generation == challenge.generation
            else { throw FamilyRefused.challengeUnusable }
            guard let mac = request.macs[challenge.hashKey] else {
                throw SQLFault.unavailable("the key hash-\(challenge.hashKey) of a PIN challenge has not been read")
            }
            func attempt(_ count: Int64) -> PINAttempt {
                PINAttempt(
                    challenge: challenge, pin: pin, session: nil, device: binding.device, isByBoundDevice: true,
                    count: count)
            }
            if let count = challenge.attempt {
                guard challenge.attemptMAC == mac else { throw FamilyRefused.challengeUnusable }
                return .counted(attempt(count))
            }
            guard let count = try PINTable.countAttempt(pin, limit: limit, in: transaction) else {
                try Self.lockPIN(of: family, binding, at: now, in: transaction)
                return .locked
            }
            try transaction.run(PINChallengeTable.storeAttempt(count, mac: mac, for: challenge.id))
            try transaction.audit(attempt(count).entry(.attempt, at: now))
            return .counted(attempt(count))
        }
        if case .counted = outcome { FailPoint.reached("after-count") }
        return outcome
    }

    /// Records that the proof of a counted attempt was wrong; the last one in a row locks the access.
    /// - Returns: the attempts that are left; 0 if the access is locked.
    public func failChildPINAttempt(_ attempt: PINAttempt, limit: Int, at now: Instant) async throws -> Int {
        let isLast = attempt.count >= limit || attempt.pin.failures + 1 >= PINAttempt.mostFailures
        return try await change { transaction in
            let family = try LockedFamily(of: attempt.challenge.account, in: transaction)
            guard let binding = try ChildBindingTable.read(of: family.child.id, in: transaction),
                binding.thumbprint == attempt.challenge.thumbprint
            else { throw FamilyRefused.challengeUnusable }
            guard binding.state == .childPINLogin else {
                // A right PIN has opened a session in the meantime, so the attempts begin again.
                return binding.state == .childAccessLocked ? 0 : max(1, limit - Int(attempt.count))
            }
            guard let pin = try PINTable.read(family.child.id, in: transaction),
                pin.generation == attempt.pin.generation
            else { throw FamilyRefused.challengeUnusable }
            // A right attempt that was counted later has set the count of attempts in a row back to 0.
            guard isLast, pin.attempts >= limit || pin.failures >= PINAttempt.mostFailures else {
                try PINLockoutEffects(on: family.child.id, at: now, in: transaction).carryOut(.wrongPIN, from: .open)
                var effects = ChildAccessEffects(on: family.child, at: now, in: transaction)
                effects.binding = binding
                try effects.carryOut(.wrongPIN)
                return max(1, limit - Int(attempt.count))
            }
            try Self.lockPIN(of: family, binding, at: now, in: transaction)
            return 0
        }
    }

    /// Logs the child in by a right PIN: uses the attempt up and opens a session.
    /// - Throws: ``FamilyRefused``.
    public func logInChild(
        by attempt: PINAttempt, opening session: NewSession, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> Repeatable<(AccountRecord, SessionRecord)> {
        try await change { transaction in
            let child = try Self.lockBound(attempt.challenge, in: transaction)
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .repeated(stored)
            }
            guard let binding = child.binding else { throw FamilyRefused.notBound }
            guard let pin = try PINTable.read(child.account.id, in: transaction),
                pin.generation == attempt.pin.generation,
                child.account.tokenSecretVersion == attempt.challenge.tokenSecretVersion
            else { throw FamilyRefused.challengeUnusable }
            // The state is checked before the challenge: a locked child learns that it is locked.
            _ = try ChildAccessEffects.transition(from: binding.state, on: .correctPIN, of: binding.id)
            guard pin.lockedAt == nil, try PINChallengeTable.consume(attempt.challenge.id, at: now, in: transaction)
            else { throw FamilyRefused.challengeUnusable }
            try transaction.audit(attempt.entry(.accepted, at: now))
            var lockout = PINLockoutEffects(on: child.account.id, at: now, in: transaction)
            lockout.attempt = attempt
            try lockout.carryOut(.rightPIN, from: .open)
            return try Self.signIn(
                child.account, on: binding, .correctPIN, opening: session, idempotencyKey, at: now, in: transaction)
        }
    }

    /// Locks a child's account alone, and reads the binding of the challenge's device, if it holds.
    private static func lockBound(
        _ challenge: PINChallengeRecord, in transaction: any Transaction
    ) throws -> (account: AccountRecord, binding: ChildBindingRecord?) {
        guard let child = try LockedFamily.lockChild(challenge.account, in: transaction) else {
            throw FamilyRefused.notBound
        }
        let binding = try ChildBindingTable.read(thumbprint: challenge.thumbprint, in: transaction)
        guard let binding, binding.child == child.id else { return (child, nil) }
        return (child, binding)
    }

    private static func signIn(
        _ child: AccountRecord, on binding: ChildBindingRecord, _ event: ChildAccess.Event,
        opening session: NewSession, _ key: IdempotencyKey?, at now: Instant, in transaction: any Transaction
    ) throws -> Repeatable<(AccountRecord, SessionRecord)> {
        var effects = ChildAccessEffects(on: child, at: now, in: transaction)
        effects.binding = binding
        effects.session = session
        try effects.carryOut(event)
        guard let account = try AccountTable.read(child.id, in: transaction),
            let opened = try SessionTable.read(session.identifiers.session, of: child.id, in: transaction)
        else { throw FamilyRefused.notBound }
        if let key {
            try transaction.batch(
                IdempotencyTable.store(StoredSignIn.signedIn(child.id, opened.id).bytes, for: key))
        }
        return .done((account, opened))
    }

    /// Locks the PIN and the access of a child.
    private static func lockPIN(
        of family: LockedFamily, _ binding: ChildBindingRecord, at now: Instant, in transaction: any Transaction
    ) throws {
        try PINLockoutEffects(on: family.child.id, at: now, in: transaction).carryOut(.lastWrongPIN, from: .open)
        var effects = ChildAccessEffects(on: family.child, at: now, in: transaction)
        effects.family = family
        effects.binding = binding
        try effects.carryOut(.tooManyFailures)
    }
}

/// The result of counting an attempt at a child's PIN.
public enum ChildPINAttempt: Sendable, Hashable {
    /// The attempt is counted: verify the proof now.
    case counted(PINAttempt)
    /// The PIN has had all its attempts, and the access is locked.
    case locked
}

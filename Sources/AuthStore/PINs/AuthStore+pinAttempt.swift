import Audit
public import Domain
import FaultInjection
public import Primitives
import SQL

/// A request that proves a PIN.
public struct PINProofRequest: Sendable {
    let challenge: PINChallengeID
    /// The purposes that the method accepts.
    let purposes: Set<PINPurpose>
    let thumbprint: String
    /// The keyed hashes of the request's content, by the number of the key.
    let macs: [Int: [UInt8]]
    let admissionLapse: Duration, idleTimeout: Duration

    public init(
        challenge: PINChallengeID, purposes: Set<PINPurpose>, thumbprint: String, macs: [Int: [UInt8]],
        admissionLapse: Duration, idleTimeout: Duration
    ) {
        self.challenge = challenge
        self.purposes = purposes
        self.thumbprint = thumbprint
        self.macs = macs
        self.admissionLapse = admissionLapse
        self.idleTimeout = idleTimeout
    }
}

extension AuthStore {
    /// Counts one more attempt at a PIN and commits it before the proof is verified, so that neither a crash nor parallel
    /// attempts earn a free try.
    ///
    /// The same request, repeated after a crash or a lost answer, is verified under the attempt that was counted for it. An
    /// admitted device that has had all its attempts blocks the account.
    public func countPINAttempt(
        _ request: PINProofRequest, limits: PINLimits, at now: Instant
    ) async throws -> PINAttempt.Outcome {
        let outcome = try await change { [servedGroups] transaction -> PINAttempt.Outcome in
            guard let account = try PINChallengeTable.account(of: request.challenge, in: transaction),
                let person = try AccountTable.lock(account, in: transaction), servedGroups.contains(person),
                person.role != .child,
                let challenge = try PINChallengeTable.read(request.challenge, in: transaction),
                challenge.thumbprint == request.thumbprint, request.purposes.contains(challenge.purpose)
            else { throw Rollback(PINAttempt.Outcome.challengeUnusable) }
            guard person.state != .blocked else { throw Rollback(PINAttempt.Outcome.blocked) }
            let caller = try PINCaller(
                session: challenge.session, thumbprint: request.thumbprint, of: person, lapse: request.admissionLapse,
                idle: request.idleTimeout, at: now, in: transaction)
            if Self.isLastWrong(challenge, request), !caller.isBound,
                let until = try PINTable.read(account, in: transaction)?.newDevicesWaitUntil, until > now
            {
                throw Rollback(PINAttempt.Outcome.wait(until: until))
            }
            guard caller.mayAsk(for: challenge.purpose), challenge.usedAt == nil, challenge.expires > now,
                challenge.tokenSecretVersion == person.tokenSecretVersion,
                let pin = try PINTable.read(account, in: transaction), pin.generation == challenge.generation
            else { throw Rollback(PINAttempt.Outcome.challengeUnusable) }
            let counting = PINCounting(
                challenge: challenge, pin: pin, caller: caller, person: person, now: now, transaction: transaction)
            return try counting.count(request, limits: limits)
        }
        if case .counted = outcome { FailPoint.reached("after-count") }
        return outcome
    }

    /// True if the request repeats a wrong attempt that has used up its challenge: the last one of the new devices, after
    /// which they wait.
    private static func isLastWrong(_ challenge: PINChallengeRecord, _ request: PINProofRequest) -> Bool {
        guard challenge.usedAt != nil, let mac = request.macs[challenge.hashKey] else { return false }
        return challenge.attemptMAC == mac
    }

    /// Records that the proof of a counted attempt was wrong. The last attempt of admitted devices blocks the account; the
    /// last one of new devices gives a notice to the owner.
    public func failPINAttempt(
        _ attempt: PINAttempt, limits: PINLimits, at now: Instant
    ) async throws -> PINAttempt.Failure {
        let limit = attempt.isByBoundDevice ? limits.failedLogins : limits.ofNewDevices
        let isLast =
            attempt.count >= limit || attempt.isByBoundDevice && attempt.pin.failures + 1 >= PINAttempt.mostFailures
        guard isLast else { return .wrong(left: limit - Int(attempt.count)) }
        return try await change { transaction in
            guard let person = try AccountTable.lock(attempt.challenge.account, in: transaction) else {
                return .wrong(left: 0)
            }
            if person.state == .blocked { return .blocked }
            guard let pin = try PINTable.read(person.id, in: transaction), pin.generation == attempt.pin.generation
            else { return .wrong(left: 0) }
            let device = try AccountDeviceTable.all(of: person.id, in: transaction)
                .first { $0.thumbprint == attempt.challenge.thumbprint }
            guard attempt.isByBoundDevice else {
                // The same request, repeated, must not give a second notice.
                guard try PINChallengeTable.consume(attempt.challenge.id, at: now, in: transaction) else {
                    return .newDevicesWait(until: pin.newDevicesWaitUntil)
                }
                try NoticeTable.append(
                    .newDevicePINsWrong, about: device, until: pin.newDevicesWaitUntil, of: person.id, at: now,
                    in: transaction)
                return .newDevicesWait(until: pin.newDevicesWaitUntil)
            }
            // A right attempt that was counted later has set the count of attempts in a row back to 0.
            guard pin.attempts >= limits.failedLogins || pin.failures >= PINAttempt.mostFailures else {
                return .wrong(left: limits.failedLogins - Int(pin.attempts))
            }
            try Self.block(person, by: device?.id, at: now, in: transaction)
            return .blocked
        }
    }
}

/// Counts one attempt at a PIN inside a transaction that has locked the account.
private struct PINCounting {
    let challenge: PINChallengeRecord, pin: PINRecord, caller: PINCaller, person: AccountRecord
    let now: Instant, transaction: any Transaction

    func count(_ request: PINProofRequest, limits: PINLimits) throws -> PINAttempt.Outcome {
        guard let mac = request.macs[challenge.hashKey] else {
            throw SQLFault.unavailable("the key hash-\(challenge.hashKey) of a PIN challenge has not been read")
        }
        if let count = challenge.attempt {
            guard challenge.attemptMAC == mac else { throw Rollback(PINAttempt.Outcome.challengeUnusable) }
            return .counted(attempt(count))
        }
        let count = try caller.isBound ? countBoundDevice(limits) : countNewDevice(limits)
        guard let count else { return .blocked }
        try transaction.run(PINChallengeTable.storeAttempt(count, mac: mac, for: challenge.id))
        let attempt = attempt(count)
        try transaction.audit(attempt.entry(.attempt, at: now))
        return .counted(attempt)
    }

    /// Returns nil, and blocks the account, if admitted devices have had all their attempts.
    private func countBoundDevice(_ limits: PINLimits) throws -> Int64? {
        if let count = try PINTable.countAttempt(pin, limit: limits.failedLogins, in: transaction) { return count }
        let device = try AccountDeviceTable.all(of: person.id, in: transaction)
            .first { $0.thumbprint == challenge.thumbprint }
        try AuthStore.block(person, by: device?.id, at: now, in: transaction)
        return nil
    }

    private func countNewDevice(_ limits: PINLimits) throws -> Int64 {
        guard pin.countsFrom <= now else { throw Rollback(PINAttempt.Outcome.tooNew(until: pin.countsFrom)) }
        let count = try PINTable.countNewDeviceAttempt(
            pin, limit: limits.ofNewDevices, wait: limits.newDeviceWait, at: now, in: transaction)
        guard let count else {
            throw Rollback(
                pin.newDevicesWaitUntil > now
                    ? PINAttempt.Outcome.wait(until: pin.newDevicesWaitUntil) : .exhausted)
        }
        return count
    }

    private func attempt(_ count: Int64) -> PINAttempt {
        let session: SessionRecord? = if case .session(let found) = caller { found } else { nil }
        return PINAttempt(
            challenge: challenge, pin: pin, session: session, device: caller.device, isByBoundDevice: caller.isBound,
            count: count)
    }
}

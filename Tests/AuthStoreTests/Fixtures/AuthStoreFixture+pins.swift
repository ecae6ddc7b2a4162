import AuthStore
import Domain
import Primitives

/// The steps by which a person uses a PIN. The store does not verify proofs, so a proof is a number here.
extension AuthStoreFixture {
    /// Requests a challenge by a session; by the admitted device key alone if none is named.
    func pinChallenge(
        _ purpose: PINPurpose, of account: AccountID, by session: SessionID? = nil, on key: String = "phone"
    ) async throws -> PINChallengeRecord {
        let new = NewPINChallenge(
            id: random.id(), purpose: purpose, thumbprint: key, session: session, newSalt: [1], hashKey: 1)
        let outcome = try await store.openPINChallenge(
            new, on: session == nil ? account : nil, lapse: .days(90), idle: .days(14), at: now)
        guard case .opened(let challenge, _, _, _) = outcome else { throw SetupFailed() }
        return challenge
    }

    /// Registers a person and gives the account a PIN.
    func registerWithPIN(group: String = "home") async throws -> (account: AccountRecord, session: SessionRecord) {
        let (account, session) = try await register(group: group)
        let challenge = try await pinChallenge(.enrol, of: account.id, by: session.id)
        let outcome = try await store.enrolPIN(
            newPIN(1), by: challenge, in: session.id, confirmedBy: .none, idempotencyKey: nil, at: now)
        guard case .stored = outcome else { throw SetupFailed() }
        return (account, session)
    }

    func newPIN(_ generation: Int64) -> NewPIN {
        NewPIN(
            generation: generation, salt: [1], derivation: "scrypt", keySealed: Sealed([2]), shareSealed: Sealed([3]))
    }

    /// Counts an attempt, as a call with the content `content`.
    func pinAttempt(
        _ challenge: PINChallengeRecord, content: UInt8 = 1, on key: String = "phone", limits: PINLimits = PINLimits()
    ) async throws -> PINAttempt.Outcome {
        let request = PINProofRequest(
            challenge: challenge.id, purposes: [challenge.purpose], thumbprint: key, macs: [1: [content]],
            admissionLapse: .days(90), idleTimeout: .days(14))
        return try await store.countPINAttempt(request, limits: limits, at: now)
    }

    /// Counts an attempt with a challenge of its own; nil if the store refused it.
    func countedPIN(
        _ purpose: PINPurpose = .unlock, of account: AccountID, by session: SessionID? = nil, on key: String = "phone",
        limits: PINLimits = PINLimits()
    ) async throws -> PINAttempt? {
        let challenge = try await pinChallenge(purpose, of: account, by: session, on: key)
        guard case .counted(let attempt) = try await pinAttempt(challenge, on: key, limits: limits) else { return nil }
        return attempt
    }

    func newSession(on key: String = "phone") -> NewSession {
        NewSession(
            means: .pin, device: NewSession.Device(thumbprint: key, publicKey: "{}", name: nil),
            identifiers: NewSession.Identifiers(device: random.id(), session: random.id(), family: random.id()),
            digits: "42", lifetime: .days(30), refreshHash: { _, session, _, _ in session.bytes })
    }
}

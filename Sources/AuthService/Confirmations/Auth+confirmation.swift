import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON

extension Auth {
    /// Counts the attempt at the confirmation of an act. A one-time code, a proof by PIN and a code of the second factor are
    /// verified here; a recovery code is compared in the transaction of the act.
    ///
    /// - Parameter purpose: the purpose of the one-time codes that confirm the act; nil if none does. A code is not looked at
    ///   then, and the act is refused as one without a confirmation.
    /// - Throws: `invalidParams` unless the params hold exactly one of these: a recovery code, a one-time code with its
    ///   challenge, a proof by PIN with its challenge, a code of the second factor. Also the faults of
    ///   ``checkCode(_:of:for:thumbprint:)``, ``countRecoveryCode(_:of:)``, ``checkPIN(_:of:for:thumbprint:)`` and
    ///   ``checkSecondFactor(_:of:isConfirmed:)``.
    func counted(
        _ given: GivenConfirmation?, for purpose: CodePurpose?, by caller: AuthenticatedPerson
    ) async throws -> CountedConfirmation {
        guard let given else { return .none }
        let thumbprint = caller.session.thumbprint
        switch (
            given.recoveryCode, given.challengeId, given.code, given.pinChallengeId, given.pinProof, given.factorCode
        ) {
        case (let code?, nil, nil, nil, nil, nil): return .recoveryCode(try await countRecoveryCode(code, of: caller))
        case (nil, let challenge?, let code?, nil, nil, nil):
            guard let purpose else { return .none }
            return .message(try await checkCode(code, of: challenge, for: purpose, thumbprint: thumbprint))
        case (nil, nil, nil, nil, nil, let code?):
            return .secondFactor(try await checkSecondFactor(code, of: caller, isConfirmed: true))
        case (nil, nil, nil, let challenge?, let proof?, nil):
            return .pin(try await checkPIN(proof, of: challenge, for: [.reauth], thumbprint: thumbprint))
        default: throw Fault(.invalidParams, field: "confirmation")
        }
    }

    /// Counts an attempt at a recovery code before the code is compared. The limits are those of one-time codes: five
    /// in a session and ten in a row of a device key, after which the key waits.
    func countRecoveryCode(_ code: RecoveryCode, of caller: AuthenticatedPerson) async throws -> RecoveryAttempt {
        let account = caller.account.id
        let outcome = try await store.countRecoveryAttempt(
            try hashes(of: code)(account), of: caller.session.id, account: account, limits: settings.codeLimits, at: now
        )
        switch outcome {
        case .counted(let attempt): return attempt
        case .exhausted: throw Fault(.tooManyAttempts)
        case .wait(let until): throw Fault.wait(.codeWait, until: until, now: now)
        case .unknown: throw Fault(.loginRequired)
        }
    }

    /// Counts an attempt at the recovery code that a login shows beside its right one-time code; nil without one, and where
    /// none is needed. The attempts in a row are those of ``countRecoveryCode(_:of:)``; there is no session yet, so each
    /// one-time code allows as many attempts at a recovery code as it has left itself.
    func countedRecovery(_ code: RecoveryCode?, at login: Attempt) async throws -> RecoveryAttempt? {
        guard let code else { return nil }
        switch try await store.countRecoveryAttempt(
            try hashes(of: code), at: login, lapse: settings.admissionLapse, limits: settings.codeLimits, at: now)
        {
        case .counted(let attempt): return attempt
        case .exhausted: throw Fault(.tooManyAttempts)
        case .wait(let until): throw Fault.wait(.codeWait, until: until, now: now)
        case .unknown: return nil
        }
    }

    /// Makes the keyed hashes of a recovery code for an account, under each key that codes may have been made with.
    ///
    /// - Throws: `unavailable` if this process lacks the file of a key in use: a right code would look wrong.
    private func hashes(of code: RecoveryCode) throws -> @Sendable (AccountID) -> [[UInt8]] {
        guard keyProblem == nil else { throw Fault(.unavailable, retryAfterMs: 1000) }
        let keys = keys.hash.all.sorted { $0.key < $1.key }.map(\.value)
        return { account in keys.map { RecoveryCodes(key: $0).hash(code, of: account) } }
    }

    /// Performs an act that needs a confirmation, and turns its refusal into the fault.
    /// - Parameter purpose: the purpose of the one-time codes that confirm the act; nil if none does.
    func confirming<A>(_ purpose: CodePurpose?, _ act: () async throws -> A) async throws -> A {
        do {
            return try await act()
        } catch let refused as ConfirmationRefused {
            throw Fault(refused, purpose: purpose, at: now)
        }
    }

    /// The stored answer of a repeated request that removed or suspended a device.
    func removalOutcome(_ stored: StoredResponse) throws -> DeviceRemovalOutcome {
        guard case .response(let bytes, _) = stored else { throw Fault(.requestIdReused) }
        return DeviceRemovalOutcome(
            suspendedUntilMs: Int64(String(decoding: bytes, as: UTF8.self)).map { Instant(ms: $0) })
    }
}

extension Fault {
    init(_ refused: ConfirmationRefused, purpose: CodePurpose?, at now: Instant) {
        switch refused {
        case .byRule(.confirmationRequired):
            guard let purpose else { self.init(.confirmationRequired); return }
            self.init(.confirmationRequired, detail: ["purpose": .string(purpose.rawValue)])
        case .ownSecretMissing: self.init(.ownSecretMissing)
        case .byRule(.held(let until)): self = .held(until: until, at: now)
        case .byRule(.tooNew(let until)): self = .wait(.recoveryCodeTooNew, until: until, now: now)
        case .secondFactorTooNew(let until): self = .wait(.secondFactorTooNew, until: until, now: now)
        case .secondFactorUnusable: self.init(.secondFactorWrong, attemptsLeft: 0)
        case .pinTooNew(let until): self = .wait(.pinTooNew, until: until, now: now)
        case .pinUnusable: self.init(.pinChallengeExpired)
        case .pinRequired: self.init(.pinRequired)
        case .messageCodeUnusable: self.init(.codeExpired)
        case .recoveryCodeWrong(let left): self.init(.recoveryCodeWrong, attemptsLeft: left)
        }
    }

    /// The refusal of an act during or after a hold, with its end.
    static func held(until: Instant, at now: Instant) -> Fault {
        Fault(
            .changesHeld, retryAfterMs: max(1, (until - now).ms),
            detail: ["untilMs": .number(JSONNumber(until.ms))])
    }
}

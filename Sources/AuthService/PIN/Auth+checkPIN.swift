import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import PIN
import Primitives

extension Auth {
    /// Checks a proof by PIN and, if it is right, returns its counted attempt. The calling method then uses the attempt up
    /// in the transaction that acts on it.
    ///
    /// **What happens after wrong PINs.** A wrong one answers `pinWrong` with `attemptsLeft`. The last attempt of an admitted
    /// device, ``PINLimits/failedLogins`` in a row, blocks the account. The last one of a new device,
    /// ``PINLimits/ofNewDevices`` in a row over all new devices, makes new devices wait for ``PINLimits/newDeviceWait`` and
    /// gives the owner a notice; it never blocks. Nobody without an admitted device key or a login's session uses up any
    /// attempt.
    ///
    /// The attempt is counted in a transaction of its own before the proof is verified, so that neither a crash nor
    /// parallel calls gain an uncounted attempt. A repeated call with the same proof is verified under the same attempt.
    func checkPIN(
        _ proof: PINSignature, of challenge: PINChallengeID, for purposes: Set<PINPurpose>, thumbprint: String
    ) async throws -> PINAttempt {
        let text = LengthPrefixed.encode("latchkey/pin-attempt/1", challenge.bytes, proof.bytes)
        let request = PINProofRequest(
            challenge: challenge, purposes: purposes, thumbprint: thumbprint,
            macs: keys.hash.all.mapValues { HMACSHA256.tag(key: $0, text) }, admissionLapse: settings.admissionLapse,
            idleTimeout: settings.sessionIdleTimeout)
        switch try await store.countPINAttempt(request, limits: settings.pinLimits, at: now) {
        case .counted(let attempt):
            metrics.countPINVerification()
            guard try await isRight(proof, attempt) else { throw try await fault(ofWrong: attempt) }
            try await store.giveBack(attempt, at: now)
            return attempt
        case .challengeUnusable: throw Fault(.pinChallengeExpired)
        case .wait(let until): throw Fault.wait(.pinWait, until: until, now: now)
        case .tooNew(let until): throw Fault.wait(.pinTooNew, until: until, now: now)
        case .exhausted: throw Fault(.pinExhausted)
        case .blocked:
            wakeFeedNumbering()
            throw Fault(.blocked)
        }
    }

    /// True if the proof is a signature over its challenge by the key of the PIN.
    func isRight(_ proof: PINSignature, _ attempt: PINAttempt) async throws -> Bool {
        let account = attempt.challenge.account, generation = attempt.pin.generation
        guard let challengeKey = keys.hash.all[attempt.challenge.hashKey] else { throw Fault(.unavailable) }
        let known = try? keys.open(attempt.pin.keySealed, aad: PINSealing.keyData(account, generation: generation))
        guard let known, let key = Ed25519.PublicKey(known) else { throw Fault(.unavailable) }
        let subject = try attempt.session.map {
            self.subject(of: $0.id, account: account, at: $0.level, try hashKey(of: $0))
        }
        return message(
            attempt.challenge, challengeKey, subject: subject ?? account, generation: generation,
            purpose: attempt.challenge.purpose
        )?.isSigned(proof.bytes, by: key) ?? false
    }

    /// The message that the key of a PIN signs.
    func message(
        _ challenge: PINChallengeRecord, _ key: Key256, subject: AccountID, generation: Int64, purpose: PINPurpose
    ) -> PINProof? {
        PINProof(
            issuer: settings.issuer, challengeID: challenge.id, challenge: bytes(of: challenge, key), subject: subject,
            generation: generation, thumbprint: challenge.thumbprint, purpose: purpose)
    }

    private func fault(ofWrong attempt: PINAttempt) async throws -> Fault {
        switch try await store.failPINAttempt(attempt, limits: settings.pinLimits, at: now) {
        case .wrong(let left): return Fault(.pinWrong, attemptsLeft: left)
        case .newDevicesWait(let until): return Fault.wait(.pinWait, until: until, now: now)
        case .blocked:
            wakeFeedNumbering()
            return Fault(.blocked)
        }
    }
}

import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import PIN
import Primitives

extension Auth {
    /// Stores the PIN of an account that has none. A repeated request gets the same answer for ten minutes.
    func pinEnroll(_ call: Call<PINEnroll, AuthenticatedPerson>) async throws -> PINEnroll.Answer {
        let own = call.caller.session
        switch own.level {
        case .unproven: throw Fault(.newDeviceProofRequired)
        case .preTFA: throw Fault(.secondFactorRequired)
        case .pinRequired, .full: break
        }
        let key = try idempotencyKey(
            PINEnroll.self, call.params.requestId, call.params, owner: own.account.bytes, thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: { try await replayEnrolment($0, of: own.account) }) {
            try await enrolPIN(call, key)
        }
    }

    private func enrolPIN(
        _ call: Call<PINEnroll, AuthenticatedPerson>, _ key: IdempotencyKey?
    ) async throws -> PINEnroll.Answer {
        let own = call.caller.session, params = call.params
        let challenge = try await pinChallenge(params.challengeId, for: .enrol, of: own)
        let new = try newPIN(params.publicKey, params.proof, by: challenge, named: ("publicKey", "proof"))
        let given =
            own.level == .pinRequired
            ? .loginCode : try await counted(params.confirmation, for: .makePIN, by: call.caller)
        let outcome = try await confirming(.makePIN) {
            try await store.enrolPIN(
                new, by: challenge, in: own.id, confirmedBy: given, idempotencyKey: key, at: now)
        }
        switch outcome {
        case .stored(let start):
            wakeFeedNumbering()
            return try await enrolled(own.account, countsFrom: start)
        case .replayed(let stored): return try await replayEnrolment(stored, of: own.account)
        case .challengeUnusable: throw Fault(try await store.hasPIN(own.account) ? .pinExists : .pinChallengeExpired)
        case .callerEnded(let end): throw Fault(end)
        }
    }

    /// The open challenge of a session for making a PIN.
    ///
    /// - Throws: `pinChallengeExpired` if it is used, replaced or too old, or another device's or account's.
    func pinChallenge(
        _ id: PINChallengeID, for purpose: PINPurpose, of own: SessionRecord
    ) async throws -> PINChallengeRecord {
        let found = try await store.pinChallenge(id, for: purpose, thumbprint: own.thumbprint, at: now)
        guard let found, found.account == own.account else { throw Fault(.pinChallengeExpired) }
        return found
    }

    /// Verifies that a device has the key of a new PIN, and makes the PIN as it is stored.
    ///
    /// - Throws: `invalidParams` for a key that is not canonical or of small order, under which one signature would be
    ///   valid for many messages, and for a wrong signature.
    func newPIN(
        _ publicKey: PINPublicKey, _ proof: PINSignature, by challenge: PINChallengeRecord,
        named names: (key: String, proof: String) = ("newPublicKey", "newProof")
    ) throws -> NewPIN {
        let account = challenge.account, generation = challenge.newGeneration
        guard let key = Ed25519.PublicKey(publicKey.bytes) else { throw Fault(.invalidParams, field: names.key) }
        guard let challengeKey = keys.hash.all[challenge.hashKey] else { throw Fault(.unavailable) }
        let message = message(
            challenge, challengeKey, subject: account, generation: generation, purpose: .enrol)
        guard message?.isSigned(proof.bytes, by: key) == true else { throw Fault(.invalidParams, field: names.proof) }
        return NewPIN(
            generation: generation, salt: challenge.newSalt, derivation: PINDerivation.standard.text,
            keySealed: keys.seal(
                publicKey.bytes, aad: PINSealing.keyData(account, generation: generation), random),
            shareSealed: keys.seal(random.bytes(UnlockShare.count), aad: PINSealing.shareData(account), random))
    }

    private func enrolled(_ account: AccountID, countsFrom start: Instant) async throws -> PINEnroll.Answer {
        guard let share = try await store.unlockShare(of: account) else { throw Fault(.internalError) }
        return PINEnroll.Answer(
            unlockShare: try opened(share, of: account), offlineUnlockHours: share.offlineHours,
            countsFromMs: start)
    }

    private func replayEnrolment(_ stored: StoredResponse, of account: AccountID) async throws -> PINEnroll.Answer {
        let (start, at) = try replayedStart(stored)
        guard now < at + .minutes(10) else { throw Fault(.requestIdReused) }
        return try await enrolled(account, countsFrom: start)
    }

    /// The stored answer of a repeated request that made a PIN: the moment from which the PIN counts.
    func replayedStart(_ stored: StoredResponse) throws -> (countsFrom: Instant, at: Instant) {
        guard case .response(let bytes, let at) = stored, let ms = Int64(String(decoding: bytes, as: UTF8.self)) else {
            throw Fault(.requestIdReused)
        }
        return (Instant(ms: ms), at)
    }
}

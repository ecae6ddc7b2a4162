import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Logs a child in by its PIN. The attempt is counted in a transaction of its own before the proof is verified.
    func childVerifyPIN(_ call: Call<ChildVerifyPIN, ProvenDevice>) async throws -> ChildSignIn {
        let params = call.params, device = call.caller, request = params.requestId ?? random.id()
        let key = try signInKey(ChildVerifyPIN.self, params.requestId, params, thumbprint: device.thumbprint)
        return try await replayOrPerform(key, replay: { try await replayChildSignIn($0, request) }) {
            try await mappingFamilyRefusals {
                let attempt = try await countChildPIN(params, device)
                metrics.countPINVerification()
                guard try await isRight(params.proof, attempt) else {
                    throw try await faultOfWrongChildPIN(attempt)
                }
                return try await signIn(
                    await store.logInChild(
                        by: attempt, opening: newSession(.pin, on: device, named: nil, request: request),
                        idempotencyKey: key, at: now),
                    request: request)
            }
        }
    }

    private func countChildPIN(_ params: ChildVerifyPIN.Params, _ device: ProvenDevice) async throws -> PINAttempt {
        let text = LengthPrefixed.encode(
            "latchkey/pin-attempt/1", params.challengeId.bytes, params.proof.bytes)
        let request = PINProofRequest(
            challenge: params.challengeId, purposes: [.login], thumbprint: device.thumbprint,
            macs: keys.hash.all.mapValues { HMACSHA256.tag(key: $0, text) }, admissionLapse: settings.admissionLapse,
            idleTimeout: settings.sessionIdleTimeout)
        do {
            switch try await store.countChildPINAttempt(request, limit: settings.pinLimits.failedLogins, at: now) {
            case .counted(let attempt): return attempt
            case .locked: throw Fault(.locked)
            }
        } catch FamilyRefused.challengeUnusable {
            throw try await refusal(of: .correctPIN, by: device)
        } catch FamilyRefused.notBound {
            throw try await refusal(of: .correctPIN, by: device)
        }
    }

    private func faultOfWrongChildPIN(_ attempt: PINAttempt) async throws -> Fault {
        let left = try await store.failChildPINAttempt(attempt, limit: settings.pinLimits.failedLogins, at: now)
        return left == 0 ? Fault(.locked) : Fault(.pinWrong, attemptsLeft: left)
    }
}

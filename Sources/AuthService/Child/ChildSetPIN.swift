import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Stores the PIN of a child's device and logs the child in.
    func childSetPIN(_ call: Call<ChildSetPIN, ProvenDevice>) async throws -> ChildSignIn {
        let params = call.params, device = call.caller, request = params.requestId ?? random.id()
        let key = try signInKey(ChildSetPIN.self, params.requestId, params, thumbprint: device.thumbprint)
        return try await replayOrPerform(key, replay: { try await replayChildSignIn($0, request) }) {
            let challenge = try await store.pinChallenge(
                params.challengeId, for: .enrol, thumbprint: device.thumbprint, at: now)
            guard let challenge else { throw try await refusal(of: .pinSet, by: device) }
            let new = try newPIN(params.publicKey, params.proof, by: challenge, named: ("publicKey", "proof"))
            return try await mappingFamilyRefusals {
                try await signIn(
                    await store.setChildPIN(
                        new, by: challenge, opening: newSession(.pin, on: device, named: nil, request: request),
                        idempotencyKey: key, at: now),
                    request: request)
            }
        }
    }

    /// The fault of a challenge that cannot be used: the state of the access, if that is the reason.
    func refusal(of event: ChildAccess.Event, by device: ProvenDevice) async throws -> Fault {
        guard let (binding, _) = try await store.binding(thumbprint: device.thumbprint) else {
            return Fault(.deviceNotBound)
        }
        guard ChildAccess.transition(from: binding.state, on: event) != nil else {
            return Fault(FamilyRefused.move(binding.state, event, of: binding.id))
        }
        return Fault(.pinChallengeExpired)
    }
}

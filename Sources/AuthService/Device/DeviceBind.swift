import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Binds the device to the child of its ticket.
    func deviceBind(_ call: Call<DeviceBind, ProvenDevice>) async throws -> ChildPINChallenge {
        let params = call.params, device = call.caller
        let key = try idempotencyKey(
            DeviceBind.self, params.requestId, params, thumbprint: device.thumbprint)
        return try await replayOrPerform(key, replay: { try await replayedBinding($0, device) }) {
            try await mappingFamilyRefusals {
                let outcome = try await store.bind(
                    NewSession.Device(
                        thumbprint: device.thumbprint, publicKey: device.publicKey, name: params.deviceName?.rawValue),
                    showing: keys.hash.inviteHashes { $0.hash(params.ticket) }, as: random.id(), random.id(),
                    opening: newChildChallenge(thumbprint: device.thumbprint), idempotencyKey: key, at: now)
                switch outcome {
                case .done(let opened):
                    wakeFeedNumbering()
                    return try childAnswer(opened)
                case .repeated(let stored): return try await replayedBinding(stored, device)
                }
            }
        }
    }

    /// Answers a repeated request as the first one was, unless the device has requested another challenge since.
    private func replayedBinding(_ stored: StoredResponse, _ device: ProvenDevice) async throws -> ChildPINChallenge {
        guard case .response(let bytes, _) = stored else { throw Fault(.requestIdReused) }
        guard let id = PINChallengeID(bytes: bytes),
            let opened = try await store.childChallenge(id, thumbprint: device.thumbprint)
        else { throw Fault(.inviteInvalid) }
        return try childAnswer(opened)
    }
}

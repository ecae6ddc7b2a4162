import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Ends one session of the person. If it is a proven session of another device, that device is removed or suspended.
    func sessionRevoke(_ call: Call<SessionRevoke, AuthenticatedPerson>) async throws -> DeviceRemovalOutcome {
        let own = call.caller.session, params = call.params
        let key = try idempotencyKey(
            SessionRevoke.self, params.requestId, params, owner: own.account.bytes, thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: { try removalOutcome($0) }) {
            let given = try await counted(params.confirmation, for: .removeDevice, by: call.caller)
            return try await confirming(.removeDevice) {
                let change = try await store.revoke(
                    params.sessionId, of: own.account, from: own.id, confirmedBy: given, idempotencyKey: key, at: now)
                return try removalOutcome(change, unknown: .sessionUnknown)
            }
        }
    }
}

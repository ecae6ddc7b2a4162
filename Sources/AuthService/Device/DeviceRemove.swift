import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Withdraws the admission of another device of the person and ends its sessions, or suspends it. The device has to
    /// be admitted again like a new one.
    func deviceRemove(_ call: Call<DeviceRemove, AuthenticatedPerson>) async throws -> DeviceRemovalOutcome {
        let own = call.caller.session, params = call.params
        let key = try idempotencyKey(
            DeviceRemove.self, params.requestId, params, owner: own.account.bytes, thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: { try removalOutcome($0) }) {
            let given = try await counted(params.confirmation, for: .removeDevice, by: call.caller)
            return try await confirming(.removeDevice) {
                let change = try await store.remove(
                    params.deviceId, of: own.account, by: own.id, confirmedBy: given, idempotencyKey: key, at: now)
                return try removalOutcome(change, unknown: .deviceUnknown)
            }
        }
    }

    /// The answer for a device that was removed or suspended.
    func removalOutcome(_ change: AuthStore.SessionChange, unknown: FaultKind) throws -> DeviceRemovalOutcome {
        switch change {
        case .done:
            wakeFeedNumbering()
            return DeviceRemovalOutcome()
        case .suspended(let until):
            wakeFeedNumbering()
            return DeviceRemovalOutcome(suspendedUntilMs: until)
        case .replayed(let stored): return try removalOutcome(stored)
        case .callerEnded(let end): throw Fault(end)
        case .unknown, .wrongDigits, .exhausted: throw Fault(unknown)
        }
    }
}

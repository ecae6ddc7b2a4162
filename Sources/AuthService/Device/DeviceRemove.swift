import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Withdraws the admission of another device of the person and ends its sessions. The device has to be admitted
    /// again like a new one.
    func deviceRemove(_ call: Call<DeviceRemove, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            DeviceRemove.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        switch try await store.remove(
            call.params.deviceId, of: own.account, by: own.id, idempotencyKey: key, at: now)
        {
        case .done: wakeFeedNumbering()
        case .replayed(.response): break
        case .replayed(.keyReused): throw Fault(.requestIdReused)
        case .callerEnded(let end): throw Fault(end)
        case .unknown, .wrongDigits: throw Fault(.deviceUnknown)
        }
        return Nothing()
    }
}

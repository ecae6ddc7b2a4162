import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Gives the device of the caller's session another name. A repeated call has the same effect.
    func accountUpdate(_ call: Call<AccountUpdate, AuthenticatedPerson>) async throws -> AccountUpdate.Answer {
        let own = call.caller.session, name = call.params.deviceName
        if let end = try await store.rename(own.device, of: own.account, to: name.rawValue, by: own.id, at: now) {
            throw Fault(end)
        }
        return AccountUpdate.Answer(deviceId: own.device, deviceName: name)
    }
}

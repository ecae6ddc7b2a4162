import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Withdraws the admission of a person's device and ends its sessions.
    func userRemoveDevice(_ call: Call<UserRemoveDevice, Void>) async throws -> Nothing {
        let params = call.params, person = try await person(params)
        guard try await store.removeDevice(params.deviceId, of: person.id, reason: printable(params.reason), at: now)
        else {
            throw Fault(.deviceUnknown)
        }
        wakeFeedNumbering()
        return Nothing()
    }
}

import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Removes the second factor of a person.
    func userRemoveSecondFactor(_ call: Call<UserRemoveSecondFactor, Void>) async throws -> Nothing {
        let person = try await person(call.params)
        guard try await store.removeSecondFactor(of: person.id, reason: printable(call.params.reason), at: now) else {
            throw Fault(.secondFactorUnknown)
        }
        return Nothing()
    }
}

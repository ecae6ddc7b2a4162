import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Tells how far this device key has come with a number; of other keys' registrations it tells nothing.
    func registrationState(_ call: Call<RegistrationState, ProvenDevice>) async throws -> RegistrationState.Answer {
        guard let phone = E164(parsing: call.params.phone) else { throw Fault(.invalidParams, field: "phone") }
        let view = try await view(of: phone, by: call.caller.thumbprint)
        return RegistrationState.Answer(identity: phone.text, state: view.state)
    }
}

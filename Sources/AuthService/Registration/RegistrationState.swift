import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Answers the state of a phone number's registration on this device key.
    func registrationState(_ call: Call<RegistrationState, ProvenDevice>) async throws -> RegistrationState.Answer {
        guard let phone = E164(parsing: call.params.phone) else { throw Fault(.invalidParams, field: "phone") }
        let view = try await registrationView(of: phone, thumbprint: call.caller.thumbprint)
        return RegistrationState.Answer(identity: phone.text, state: view.state)
    }
}

import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Gives up the registration of a number by this device key, and drops its code.
    ///
    /// The registration may change between its reading and the commit; the decision is then made a second time.
    func registrationCancel(
        _ call: Call<RegistrationCancel, ProvenDevice>
    ) async throws -> RegistrationCancel.Answer {
        guard let phone = E164(parsing: call.params.phone) else { throw Fault(.invalidParams, field: "phone") }
        for _ in 0..<2 {
            let view = try await registrationView(of: phone, thumbprint: call.caller.thumbprint)
            // The table deletes an account on the same event, which no cancellation may do.
            guard let registration = view.registration else { throw Fault(Refusal(state: view.state, event: .delete)) }
            let transition = try view.transition(on: view.account?.state == .blocked ? .cancelBlocked : .delete)
            if try await store.commitCancellation(transition, of: registration, at: now) {
                return RegistrationCancel.Answer(state: transition.state)
            }
        }
        throw Fault(.unavailable, retryAfterMs: 100)
    }
}

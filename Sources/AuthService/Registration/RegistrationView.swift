import AuthStore
import Domain
import JSONRPC
import Primitives

/// The state of a registration as one device key may see it: the registration the key started, and the account of the
/// phone number if the key is admitted on the account.
struct RegistrationView {
    let registration: RegistrationRecord?
    let account: AccountRecord?

    /// `INVALID` where this key has neither; other keys' registrations are not shown.
    var state: Registration.State { registration?.state ?? account?.state ?? .invalid }

    /// Returns the transition of the registration table; throws `flowError` with state and event where it has none.
    func transition(on event: Registration.Event) throws -> Transition<Registration> {
        do {
            return try Registration.next(state, on: event)
        } catch {
            throw Fault(error)
        }
    }
}

extension Auth {
    func registrationView(of phone: E164, thumbprint: String) async throws -> RegistrationView {
        try await registrationView(phoneIndex: phones.index(phone), thumbprint: thumbprint)
    }

    func registrationView(phoneIndex: PhoneIndex, thumbprint: String) async throws -> RegistrationView {
        let (registration, account) = try await store.registration(
            phone: phoneIndex, thumbprint: thumbprint, at: now)
        return RegistrationView(registration: registration, account: account)
    }
}

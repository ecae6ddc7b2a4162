import AuthStore
import Domain
import JSONRPC

/// What a device key may know of where a registration stands: its own, and the account where the key is let in.
struct RegistrationView {
    let registration: RegistrationRecord?
    let account: AccountRecord?

    /// The state of seed 2 this device key is shown.
    var state: Registration.State { registration?.state ?? account?.state ?? .invalid }

    /// The move from there, or the fault that names both halves.
    func move(on event: Registration.Event) throws -> Move<Registration.State, Registration.Effect> {
        do {
            return try Registration.next(state, on: event)
        } catch {
            throw Fault(error)
        }
    }
}

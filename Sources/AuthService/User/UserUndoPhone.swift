import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Gives a person's account its former number back.
    func userUndoPhone(_ call: Call<UserUndoPhone, OperatorIdentity>) async throws -> Nothing {
        let actor = call.caller.actor, person = try await person(call.params, for: actor)
        switch try await store.undoNumberChange(
            of: person.id, by: actor, reason: printable(call.params.reason), at: now)
        {
        case .changed: return Nothing()
        case .stateChanged: throw Fault(.userUnknown)
        case .unknown, .replayed, .codeUnusable, .numberTaken, .callerEnded: throw Fault(.phoneChangeUnknown)
        }
    }
}

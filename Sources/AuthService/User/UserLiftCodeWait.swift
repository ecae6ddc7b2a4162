import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Ends the waits of device keys that have entered too many wrong codes in a row for a person's number.
    func userLiftCodeWait(_ call: Call<UserLiftCodeWait, OperatorIdentity>) async throws -> UserLiftCodeWait.Answer {
        let actor = call.caller.actor, person = try await person(call.params, for: actor)
        guard
            let lifted = try await store.liftCodeWaits(
                of: person.id, by: actor, reason: printable(call.params.reason), at: now)
        else { throw Fault(.userUnknown) }
        return UserLiftCodeWait.Answer(lifted: lifted)
    }
}

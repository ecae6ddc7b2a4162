import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Asks for a new account on the number of the caller, whose session is unproven. A repeated call gets the same moment.
    func accountStartEmpty(_ call: Call<AccountStartEmpty, AuthenticatedPerson>) async throws
        -> AccountStartEmpty.Answer
    {
        let own = call.caller.session
        guard own.level == .unproven else { throw Fault(.startEmptyRefused) }
        switch try await store.requestNewAccount(random.id(), on: own.account, in: own.id, at: now) {
        case .requested(let due): return AccountStartEmpty.Answer(takesEffectAtMs: due)
        case .refused, .sessionUnknown: throw Fault(.startEmptyRefused)
        case .callerEnded(let end): throw Fault(end)
        }
    }
}

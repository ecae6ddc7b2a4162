import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Ends the hold on a person's account, and admits the suspended devices that the administrator names.
    func userCancelHold(_ call: Call<UserCancelHold, Void>) async throws -> UserCancelHold.Answer {
        let params = call.params, person = try await person(params)
        switch try await store.cancelHold(
            of: person.id, admitting: Set(params.deviceIds), reason: printable(params.reason), at: now)
        {
        case .cancelled(let admitted, let out):
            return UserCancelHold.Answer(
                admitted: admitted.map { view(of: $0, isAdmitted: true) },
                out: out.map { view(of: $0, isAdmitted: false) })
        case .notSuspended: throw Fault(.deviceUnknown)
        case .unknown: throw Fault(.userUnknown)
        }
    }
}

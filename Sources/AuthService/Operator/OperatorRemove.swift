import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Makes an operator an ordinary member: no token issued before decides anything when this returns.
    func operatorRemove(_ call: Call<OperatorRemove, Void>) async throws -> Nothing {
        let account = try await person(call.params)
        guard try await store.removeOperator(account.id, reason: printable(call.params.reason), at: now) else {
            throw Fault(.userUnknown)
        }
        wakeFeedNumbering()
        return Nothing()
    }
}

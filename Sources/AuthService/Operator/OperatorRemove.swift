import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Makes an operator an ordinary member, or takes one group from an operator: no token issued before decides anything
    /// more when this returns.
    func operatorRemove(_ call: Call<OperatorRemove, Void>) async throws -> Nothing {
        let account = try await person(call.params), reason = try printable(call.params.reason)
        if let group = call.params.group {
            guard let had = try await store.removeGroup(group, ofOperator: account.id, reason: reason, at: now) else {
                throw Fault(.userUnknown)
            }
            guard had else { throw Fault(.groupUnknown) }
            return Nothing()
        }
        guard try await store.removeOperator(account.id, reason: reason, at: now) else { throw Fault(.userUnknown) }
        wakeFeedNumbering()
        return Nothing()
    }
}

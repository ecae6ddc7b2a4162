import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Changes the policies of a group that the call names.
    func groupChange(_ call: Call<GroupChange, Void>) async throws -> GroupView {
        let params = call.params
        let outcome = try await store.changeGroup(
            params.group, by: policyChange(params), reason: printable(params.reason), at: now)
        switch outcome {
        case .changed(let group): return GroupView(group)
        case .unknown: throw Fault(.groupUnknown)
        case .hasAccounts: throw Fault(.groupHasAccounts)
        }
    }
}

import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Shows a child to the administrator.
    func childShow(_ call: Call<ChildShow, Void>) async throws -> ChildShow.Answer {
        guard let (child, parents) = try await store.child(call.params.childId, at: now) else {
            throw Fault(.childUnknown)
        }
        var answer = ChildShow.Answer(
            childId: child.account.id, name: child.name, group: child.account.group,
            state: child.state, approval: child.account.approval,
            addedAtMs: child.account.created,
            parents: parents.map {
                ChildParent(accountId: $0.account.id, phone: maskedPhone(of: $0.account), sinceMs: $0.since)
            })
        (answer.deviceName, answer.boundAtMs) = (child.device?.name, child.binding?.bound)
        return answer
    }
}

import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Finds the children of a parent, or those that have no parent.
    func childFind(_ call: Call<ChildFind, Void>) async throws -> ChildFind.Answer {
        let found: [ChildDetails]
        switch (call.params.withoutParent ?? false, call.params.phone == nil && call.params.accountId == nil) {
        case (true, true): found = try await store.childrenWithoutParent(limit: 100, at: now)
        case (true, false): throw Fault(.invalidParams, field: "withoutParent")
        case (false, _): found = try await store.children(of: person(call.params).id, at: now)
        }
        return ChildFind.Answer(
            children: found.map { FoundChild(childId: $0.account.id, name: $0.name, parents: $0.parents.count) })
    }
}

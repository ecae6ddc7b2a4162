import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Finds the children of a parent, those that have no parent, or those whose devices a restore has locked.
    func childFind(_ call: Call<ChildFind, Void>) async throws -> ChildFind.Answer {
        let params = call.params, isForPerson = params.phone != nil || params.accountId != nil
        let found: [ChildDetails]
        switch (params.withoutParent ?? false, params.lockedByRestore ?? false) {
        case (true, false) where !isForPerson: found = try await store.childrenWithoutParent(limit: 100, at: now)
        case (false, true) where !isForPerson: found = try await store.childrenLockedByRestore(limit: 100, at: now)
        case (false, false): found = try await store.children(of: person(params).id, at: now)
        case (true, _): throw Fault(.invalidParams, field: "withoutParent")
        case (false, true): throw Fault(.invalidParams, field: "lockedByRestore")
        }
        return ChildFind.Answer(
            children: found.map { FoundChild(childId: $0.account.id, name: $0.name, parents: $0.parents.count) })
    }
}

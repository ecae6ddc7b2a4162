import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Makes a person a parent of a child.
    func childAddParent(_ call: Call<ChildAddParent, Void>) async throws -> ParentCount {
        let params = call.params, person = try await person(params)
        let parents = try await mappingFamilyRefusals {
            try await store.addParent(person.id, of: params.childId, reason: printable(params.reason), at: now)
        }
        wakeFeedNumbering()
        return ParentCount(parents: parents)
    }
}

import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Ends the parenthood of a person.
    func childRemoveParent(_ call: Call<ChildRemoveParent, Void>) async throws -> ParentCount {
        let params = call.params, person = try await person(params)
        let parents = try await mappingFamilyRefusals {
            try await store.removeParent(person.id, of: params.childId, reason: printable(params.reason), at: now)
        }
        wakeFeedNumbering()
        return ParentCount(parents: parents)
    }
}

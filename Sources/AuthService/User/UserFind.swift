import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Finds a person whom the caller may see.
    func userFind(_ call: Call<UserFind, OperatorIdentity>) async throws -> UserFind.Answer {
        guard let person = try await find(call.params), try await store.maySee(call.caller.actor, about: person)
        else { return UserFind.Answer(people: []) }
        let hasRequestedPIN = try await store.accountsWithPINReset(approval: person.approval).contains(person.id)
        return UserFind.Answer(people: [pendingPerson(person, hasRequestedPIN: hasRequestedPIN)])
    }
}

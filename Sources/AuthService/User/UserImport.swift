import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Makes the accounts of a list of people, each in a transaction of its own, so that no other write waits for the list.
    func userImport(_ call: Call<UserImport, Void>) async throws -> UserImport.Answer {
        var results: [ImportOutcome] = [], planned = PlannedImports()
        for person in call.params.people {
            let found = try await outcome(of: person, call.params)
            results.append(
                call.params.isDryRun == true ? planned.outcome(of: person.phone, in: person.group, found) : found)
        }
        return UserImport.Answer(results: results.map { Open($0) })
    }

    private func outcome(of person: UserImport.Person, _ params: UserImport.Params) async throws -> ImportOutcome {
        guard let phone = E164(parsing: person.phone) else { return .phoneInvalid }
        guard let group = GroupID(rawValue: person.group) else { return .groupUnknown }
        let index = phones.index(phone)
        let account = ImportedAccount(
            id: random.id(), phone: index, phoneSealed: phones.seal(phone, index), group: group,
            isApproved: person.isApproved ?? false)
        return try await store.importAccount(
            account, isDryRun: params.isDryRun ?? false, reason: printable(params.reason), at: now)
    }
}

import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Lists the people about whom the caller decides and who have the requested status (`waitingForApproval` if none
    /// is requested), with masked phone numbers: those whose approval was last decided earliest come first. Operators
    /// are not listed, nor are children, whose approval follows that of their parents.
    func approvalPending(_ call: Call<ApprovalPending, OperatorIdentity>) async throws -> ApprovalPending.Answer {
        let params = call.params
        let phone = try params.phone.map { text in
            guard let phone = E164(parsing: text) else { throw Fault(.invalidParams, field: "phone") }
            return phones.index(phone)
        }
        let status = params.status ?? .waitingForApproval
        let resets = try await store.accountsWithPINReset(approval: status)
        let people = try await store.accounts(
            approval: status,
            groups: groups(of: call.caller.actor, requested: params.group),
            phone: phone, limit: params.limit ?? 100)
        return ApprovalPending.Answer(
            people: people.map { person in
                PendingPerson(
                    accountId: person.id, phone: self.phone(of: person)?.description ?? "", group: person.group,
                    status: person.approval, version: Int(person.approvalVersion), sinceMs: person.approvalSince,
                    hasRequestedPin: resets.contains(person.id))
            })
    }

    /// The groups the caller decides for, or the requested one of them; nil for all groups.
    private func groups(of actor: ApprovalActor, requested: GroupID?) async throws -> [GroupID]? {
        switch actor {
        case .administrator: return requested.map { [$0] }
        case .person(let id):
            let owned = try await store.groups(ownedBy: id)
            guard let requested else { return owned }
            guard owned.contains(requested) else { throw Fault(.notYourGroup) }
            return [requested]
        }
    }
}

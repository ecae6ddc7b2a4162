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
        let status = params.status ?? .waitingForApproval, limit = params.limit ?? 100
        let last = try params.after.map { text in
            guard let place = ApprovalListPosition(text) else { throw Fault(.invalidParams, field: "after") }
            return place
        }
        let resets = try await store.accountsWithPINReset(approval: status)
        let people = try await store.accounts(
            approval: status,
            groups: groups(of: call.caller.actor, requested: params.group),
            phone: phone, after: last, limit: limit + 1)
        return ApprovalPending.Answer(
            people: people.prefix(limit).map { pendingPerson($0, hasRequestedPIN: resets.contains($0.id)) },
            next: people.count > limit ? ApprovalListPosition(of: people[limit - 1]).text : nil)
    }

    /// The groups the caller decides for, or the requested one of them; nil for all groups.
    private func groups(of actor: ActingParty, requested: GroupID?) async throws -> [GroupID]? {
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

/// The text of a place in the list, which a caller repeats to get the next page. It is the base64url of the time and of the
/// account. It is not authenticated: it only says where a list begins of people whom the caller may see.
extension ApprovalListPosition {
    fileprivate init(of person: AccountRecord) { self.init(since: person.approvalSince, account: person.id) }

    fileprivate init?(_ text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count == 24, let account = AccountID(bytes: bytes[8...]) else {
            return nil
        }
        self.init(since: Instant(ms: bytes[..<8].reduce(0) { $0 << 8 | Int64($1) }), account: account)
    }

    fileprivate var text: String {
        Base64URL.encode((0..<8).map { UInt8(truncatingIfNeeded: since.ms >> (56 - 8 * $0)) } + account.bytes)
    }
}

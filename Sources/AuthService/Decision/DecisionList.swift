import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Lists the recorded decisions about one account, about one facility group, or about all of them.
    func decisionList(_ call: Call<DecisionList, Void>) async throws -> DecisionList.Answer {
        let params = call.params, limit = params.limit ?? 100
        if let group = params.group {
            guard params.phone == nil, params.accountId == nil else { throw Fault(.invalidParams, field: "group") }
            return DecisionList.Answer(
                decisions: try await views(of: store.decisions(about: group, limit: limit)))
        }
        // An account that is deleted has no row, but its decisions are listed under its identifier.
        var account = params.accountId
        if params.phone != nil { account = try await person(params).id }
        let decisions = try await store.decisions(about: account, limit: limit)
        return DecisionList.Answer(decisions: try await views(of: decisions))
    }

    /// The decisions with the masked phone numbers of the accounts that still exist.
    func views(of decisions: [DecisionRecord]) async throws -> [DecisionView] {
        var phones: [AccountID: String] = [:]
        for id in Set(decisions.flatMap { [$0.subject.account, $0.decision.actor.account].compactMap(\.self) }) {
            phones[id] = try await store.account(id).map(maskedPhone)
        }
        return decisions.map { record in
            let decision = record.decision, account = record.subject.account, by = decision.actor.account
            return DecisionView(
                atMs: record.at, kind: Open(decision.kind), accountId: account, phone: account.flatMap { phones[$0] },
                group: record.subject.group, operatorId: by, operatorPhone: by.flatMap { phones[$0] },
                from: decision.from.map(shortened), to: decision.to.map(shortened), reason: decision.reason)
        }
    }
}

/// The first 400 characters of a text; an operator may have so many groups that their names are longer.
private func shortened(_ text: String) -> String { String(text.prefix(400)) }

extension DecisionRecord.Subject {
    fileprivate var account: AccountID? {
        switch self {
        case .account(let id): id
        case .group: nil
        }
    }

    fileprivate var group: GroupID? {
        switch self {
        case .account: nil
        case .group(let name): name
        }
    }
}

import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Lists the recorded decisions about one account, about one facility group, of one operator, or all of them; to an operator
    /// only those about the people of their groups, and about these groups.
    func decisionList(_ call: Call<DecisionList, OperatorIdentity>) async throws -> DecisionList.Answer {
        let actor = call.caller.actor
        var owned: [GroupID]?
        if let id = actor.account { owned = try await store.groups(ownedBy: id) }
        let decisions = try await decisions(call.params, for: actor, of: owned)
        let unconfirmed = try await store.unconfirmedOperators(in: owned, for: actor, at: now)
        return DecisionList.Answer(
            decisions: try await views(of: decisions, for: actor),
            unconfirmed: unconfirmed.map {
                UnconfirmedOperator(
                    operatorId: $0.account.id, operatorPhone: maskedPhone(of: $0.account), group: $0.group,
                    decisions: $0.decisions)
            })
    }

    /// - Parameter owned: the groups of the operator; nil for the administrator, who may see everything.
    private func decisions(
        _ params: DecisionList.Params, for actor: ActingParty, of owned: [GroupID]?
    ) async throws -> [DecisionRecord] {
        let page = DecisionPage(limit: params.limit ?? 100, until: params.untilMs)
        let namesPerson = params.phone != nil || params.accountId != nil
        switch (params.group, params.operatorId) {
        case (let group?, nil) where !namesPerson:
            guard owned?.contains(group) ?? true else { throw Fault(.notYourGroup) }
            return try await store.decisions(about: group, page: page)
        case (nil, let colleague?) where !namesPerson:
            if let owned, try await Set(store.groups(ownedBy: colleague)).isDisjoint(with: owned) {
                throw Fault(.notYourGroup)
            }
            return try await store.decisions(by: colleague, aboutPeopleOf: owned, page: page)
        case (nil, nil) where !namesPerson:
            guard let owned else { return try await store.decisions(about: nil, page: page) }
            return try await store.decisions(aboutPeopleOf: owned, page: page)
        case (nil, nil): return try await decisions(aboutPerson: params, for: actor, page: page)
        case (.some, _), (_, .some): throw Fault(.invalidParams, field: "group")
        }
    }

    private func decisions(
        aboutPerson params: DecisionList.Params, for actor: ActingParty, page: DecisionPage
    ) async throws -> [DecisionRecord] {
        // An account that is deleted has no row; the administrator finds its decisions under its identifier.
        if actor == .administrator, params.phone == nil, let account = params.accountId {
            return try await store.decisions(about: account, page: page)
        }
        let person = try await person(params, for: actor)
        guard try await store.maySee(actor, about: person) else { throw Fault(.notYourGroup) }
        return try await store.decisions(about: person.id, page: page)
    }

    /// The decisions that the party may see, with the masked phone numbers of the accounts that still exist. An operator sees
    /// those about a person since the person's last move to another facility group.
    func views(of decisions: [DecisionRecord], for actor: ActingParty) async throws -> [DecisionView] {
        guard case .person = actor else { return try await views(of: decisions) }
        var moved: [AccountID: Instant] = [:]
        for id in Set(decisions.compactMap(\.subject.account)) { moved[id] = try await lastMove(of: id) }
        return try await views(
            of: decisions.filter { record in
                record.subject.account.flatMap { moved[$0] }.map { record.at >= $0 } ?? true
            })
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

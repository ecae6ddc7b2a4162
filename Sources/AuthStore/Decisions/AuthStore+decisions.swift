import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Returns a page of decisions, the newest first.
    /// - Parameter account: the account that was decided about, which may be deleted; nil for all accounts and groups.
    public func decisions(about account: AccountID?, page: DecisionPage) async throws -> [DecisionRecord] {
        try await database.read { transaction in
            let decisions = try DecisionTable.read(about: account, page: page, in: transaction)
            guard account == nil else { return decisions }
            let ofGroups = try GroupDecisionTable.read(about: nil, page: page, in: transaction)
            return Array((decisions + ofGroups).sorted { $0.at > $1.at }.prefix(page.limit))
        }
    }

    /// Returns a page of the decisions about people of some groups, the newest first.
    /// - Parameters:
    ///   - colleague: the operator who has made the decisions; nil for everybody.
    ///   - groups: the groups to which the people belong now; nil for all people.
    public func decisions(
        by colleague: AccountID? = nil, aboutPeopleOf groups: [GroupID]?, page: DecisionPage
    ) async throws -> [DecisionRecord] {
        if let groups, groups.isEmpty { return [] }
        return try await database.read {
            try DecisionTable.read(by: colleague, aboutPeopleOf: groups, page: page, in: $0)
        }
    }

    /// The time of the last decision that moved an account to another facility group; nil if there is none.
    public func lastMoveDecision(of account: AccountID) async throws -> Instant? {
        try await database.select(DecisionTable.selectLastTime(of: account, .groupMoved)).first?.instantOrNil(0)
    }

    /// The operators who have made as many decisions within an hour as one may make alone, with the groups in which they cannot
    /// go on without a confirmation.
    /// - Parameters:
    ///   - groups: the groups whose operators are listed; nil for every group.
    ///   - actor: the party that asks, who does not confirm for themselves.
    public func unconfirmedOperators(
        in groups: [GroupID]?, for actor: ActingParty, at now: Instant
    ) async throws -> [(account: AccountRecord, group: GroupID, decisions: Int)] {
        try await database.read { transaction in
            let busy = try DecisionTable.busyOperators(
                kinds: DecisionLimit.kinds, after: now - DecisionLimit.window, until: now, count: DecisionLimit.count,
                in: transaction)
            return try busy.filter { $0 != actor.account }.flatMap { id in
                guard let account = try AccountTable.read(id, in: transaction), account.role == .operator else {
                    return [(account: AccountRecord, group: GroupID, decisions: Int)]()
                }
                return try OperatorGroupTable.confirmations(of: id, in: transaction).compactMap { own in
                    guard groups?.contains(own.group) ?? true else { return nil }
                    let count = try DecisionLimit.decisions(of: id, since: own.confirmed, at: now, in: transaction)
                    return count < DecisionLimit.count ? nil : (account, own.group, count)
                }
            }
        }
    }

    /// Returns a page of the decisions about a facility group, the newest first.
    public func decisions(about group: GroupID, page: DecisionPage) async throws -> [DecisionRecord] {
        try await database.read { try GroupDecisionTable.read(about: group, page: page, in: $0) }
    }
}

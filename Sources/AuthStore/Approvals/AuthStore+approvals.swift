public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Moves a person to where a decision says, if the row is as the decider read it and in a group the decider owns
    /// now; both are checked in the transaction that moves.
    public func decide(
        _ decision: Decision, by decider: Decider, once: Once?, answer: [UInt8], at now: Instant
    ) async throws -> Decision.Outcome {
        try await change { transaction in
            if let memory = try transaction.claim(once, keeping: answer, at: now) { return .repeated(memory) }
            guard let person = try transaction.lockAccount(decision.account) else {
                throw Undo(Decision.Outcome.unknown)
            }
            guard decider != .person(person.id) else { throw Undo(Decision.Outcome.selfApproval) }
            guard try transaction.mayDecide(decider, about: person, locking: true) else {
                throw Undo(Decision.Outcome.notYourGroup)
            }
            guard person.approvalVersion == decision.version else { throw Undo(Decision.Outcome.stale) }
            try transaction.setApproval(of: person.id, to: decision.status, reason: decision.reason, at: now)
            try transaction.tell(person.id, approval: decision.status, at: now)
            return try transaction.account(person.id).map { .decided($0) } ?? .unknown
        }
    }

    /// The people of some groups who stand at a status, those who have stood there longest first.
    /// - Parameters:
    ///   - groups: whose; nil for all.
    ///   - phone: only the person of this number's index.
    public func people(
        at status: ApprovalStatus, in groups: [GroupID]?, phone: [UInt8]?, limit: Int
    ) async throws -> [AccountRecord] {
        if let groups, groups.isEmpty { return [] }
        return try await database.read { transaction in
            var text = "SELECT \(AccountRecord.columns) FROM account a WHERE a.approval = $1 AND a.kind <> 'operator'"
            var values: [SQLValue] = [.word(status)]
            if let groups {
                text += " AND a.facility_group IN " + Statement.parameters(from: 2, count: groups.count)
                values += groups.map { .word($0) }
            }
            if let phone {
                values.append(.bytes(phone))
                text += " AND a.phone_index = $\(values.count)"
            }
            values.append(.int(limit))
            text += " ORDER BY a.approval_since, a.id LIMIT $\(values.count)"
            return try transaction.run(Statement(text, values: values)).map { try AccountRecord($0) }
        }
    }

    /// What auth knows that bears on whether a person can sync; nil where the person does not exist.
    public func facts(about account: AccountID, at now: Instant) async throws -> StandingFacts? {
        try await database.read { transaction in
            guard let person = try transaction.account(account), let group = try transaction.group(person.group) else {
                return nil
            }
            let ended = try transaction.first(
                Statement(
                    """
                    SELECT ended FROM session WHERE account = $1 AND ended IS NOT NULL
                    ORDER BY ended_at DESC, id LIMIT 1
                    """, .id(account)))
            let open = try transaction.first(
                Statement(
                    """
                    SELECT 1 FROM otp_challenge
                    WHERE phone_index = $1 AND used_at IS NULL AND ended_at IS NULL AND expires > $2 LIMIT 1
                    """, .bytes(person.phoneIndex ?? []), .at(now)))
            return StandingFacts(
                account: person, group: group, sessions: try transaction.liveSessions(of: account),
                lastEnded: try ended?.wordOrNil(0), hasOpenChallenge: open != nil)
        }
    }

    /// Whether a decider may act on a person now.
    public func mayDecide(_ decider: Decider, about person: AccountRecord) async throws -> Bool {
        try await database.read { try $0.mayDecide(decider, about: person) }
    }
}

extension Transaction {
    fileprivate func mayDecide(
        _ decider: Decider, about person: AccountRecord, locking: Bool = false
    ) throws -> Bool {
        switch decider {
        case .person(let operatorID): try owns(operatorID, person.group, locking: locking)
        case .administrator: true
        }
    }
}

import Audit
import Domain
import Primitives
import SQL

/// Makes a new, empty account on the number of one that nobody uses any more, inside a transaction that has locked it.
struct NewAccountOnNumber {
    /// The time for which no admitted device may have been used when the new account is requested.
    static let unusedFor = Duration.days(30)

    private let account: AccountRecord, now: Instant, transaction: any Transaction

    init(of account: AccountRecord, at now: Instant, in transaction: any Transaction) {
        self.account = account
        self.now = now
        self.transaction = transaction
    }

    /// True if no admitted device was used after a moment, none waits to be admitted again, no device is suspended, no change of
    /// the number can be undone, and the account is neither an operator's nor, unless somebody has decided about it, in a
    /// group whose operators approve.
    func isPossible(unusedSince moment: Instant, isByDecision: Bool = false) throws -> Bool {
        guard account.state == .registered, account.role != .operator, account.phoneIndex != nil,
            try isByDecision || FacilityGroupTable.read(account.group, in: transaction)?.approval == .automatic,
            try NumberChangeTable.read(account.id, in: transaction) == nil,
            try DelayedActTable.read(.readmission, of: account.id, in: transaction) == nil,
            try HoldTable.read(account.id, in: transaction)?.openUntil(at: now) == nil
        else { return false }
        return try !AccountDeviceTable.all(of: account.id, in: transaction)
            .contains { $0.isAdmitted && $0.lastUsed > moment }
    }

    /// Moves the number to the new account unless an admitted device was used meanwhile. The former account keeps its
    /// devices; the sessions that wait to be admitted end.
    func complete(_ act: DelayedAct) throws {
        guard let target = act.target,
            let made = try DelayedActTable.read(.newAccount, of: account.id, in: transaction)?.made,
            try isPossible(unusedSince: made - Self.unusedFor, isByDecision: act.isByDecision)
        else { return }
        try move(to: target)
    }

    /// Moves the number to a new account, without a further condition.
    func move(to target: AccountID) throws {
        guard let phone = account.phoneIndex, let sealed = account.phoneSealed,
            let group = try FacilityGroupTable.read(account.group, in: transaction)
        else { return }
        try transaction.batch([
            AccountTable.removeNumber(of: account.id), AccountNumberTable.move(from: account.id, to: target),
        ])
        try AccountTable.insert(
            target, role: group.memberRole, group: group.name,
            approval: group.approval == .automatic ? .approvedForSyncing : .waitingForApproval, phone: phone,
            phoneSealed: sealed, at: now, in: transaction)
        for session in try SessionTable.notEnded(of: account.id, in: transaction) where session.level == .unproven {
            try SessionTable.end(session.id, of: account.id, because: .loginRequired, at: now, in: transaction)
        }
        try transaction.audit(.init(.account, AuditDetail.madeOnNumber, account: target, at: now))
        try NoticeTable.append(.numberTaken, about: nil, of: account.id, at: now, in: transaction)
    }
}

import Domain
import Primitives
import SQL

/// Approves a person in a group that approves automatically, inside a transaction that has locked the account.
struct AutomaticApproval {
    private let account: AccountRecord, now: Instant, transaction: any Transaction

    init(of account: AccountRecord, at now: Instant, in transaction: any Transaction) {
        self.account = account
        self.now = now
        self.transaction = transaction
    }

    /// Approves a person who waits because they registered again or have requested a new PIN. One whom an operator lets
    /// wait, and one whose new PIN has not taken effect yet, is not approved.
    func restore() throws {
        guard account.approval == .waitingForApproval,
            try FacilityGroupTable.read(account.group, in: transaction)?.approval == .automatic,
            try !DecisionTable.decides(approvalOf: account, in: transaction),
            try PendingPINTable.read(account.id, in: transaction) == nil
        else { return }
        try transaction.run(AccountTable.setApproval(.approvedForSyncing, of: account.id, reason: nil, at: now))
        try RevocationEventTable.append(.init(approval: .approvedForSyncing), of: account.id, at: now, in: transaction)
    }
}

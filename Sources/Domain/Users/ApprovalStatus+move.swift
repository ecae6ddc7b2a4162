extension ApprovalStatus {
    /// The status of a person who was moved to a facility group. A disapproval stays: only an operator's decision lifts it.
    /// Anybody else is approved where the group approves by itself, unless a new PIN of theirs waits to take effect, and
    /// waits for a decision where it does not.
    public func afterMove(to approval: GroupApproval, hasRequestedPIN: Bool) -> ApprovalStatus {
        switch (self, approval) {
        case (.disapprovedForSyncing, _): .disapprovedForSyncing
        case (.waitingForApproval, .manual), (.approvedForSyncing, .manual): .waitingForApproval
        case (.waitingForApproval, .automatic), (.approvedForSyncing, .automatic):
            hasRequestedPIN ? .waitingForApproval : .approvedForSyncing
        }
    }
}

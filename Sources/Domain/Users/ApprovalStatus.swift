/// The approval status of the user-states document: an operator's decision about syncing. The server keeps it.
public enum ApprovalStatus: String, CaseIterable, Hashable, Sendable, Codable {
    /// No operator has decided yet, or an earlier decision is void.
    case waitingForApproval
    case approvedForSyncing
    /// Stays until an operator changes it.
    case disapprovedForSyncing
}

/// Whether an operator of the facility group lets a person sync (seed 000). Kept by the server, learnt by the app.
public enum ApprovalStatus: String, CaseIterable, Hashable, Sendable, Codable {
    /// Nobody has decided yet, or a decision has lapsed.
    case waitingForApproval
    /// May sync.
    case approvedForSyncing
    /// May not sync; only an operator lifts it.
    case disapprovedForSyncing
}

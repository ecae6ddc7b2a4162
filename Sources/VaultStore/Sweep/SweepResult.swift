public import Primitives

/// What one pass of the sweeper did.
public struct SweepResult: Sendable, Hashable {
    /// What the sweeper erases. The raw values are the values of the label `kind` of the metric.
    public enum Kind: String, Sendable, CaseIterable {
        /// Secrets in the trash, which became tombstones.
        case trash
        case tombstone
        case operation
        /// Rows of devices that have not been seen for a long time.
        case device
    }

    /// The number of rows erased, by kind.
    public internal(set) var erased: [Kind: Int] = [:]
    /// The number of accounts that have something due and wait for a later pass.
    public internal(set) var waitingAccounts = 0
    /// The accounts with a row that cannot be read, each with a description of the damage. They were skipped, and the
    /// next pass tries them again.
    public internal(set) var damaged: [AccountID: String] = [:]
}

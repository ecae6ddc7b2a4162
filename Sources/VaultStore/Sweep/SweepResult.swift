public import Primitives

/// The result of one pass of the sweeper.
public struct SweepResult: Sendable, Hashable {
    /// The accounts that have changed, because something in the trash became a tombstone. Their waiting pulls must be
    /// woken.
    public var changed: [AccountID] = []
    /// The accounts with a row that cannot be read, each with a description of the damage. They were skipped, and the
    /// next pass tries them again.
    public var damaged: [AccountID: String] = [:]

    public init() {}
}

public import Primitives
public import SQL

extension VaultStore {
    /// The latest time of all instances.
    public static let storedTime = StoredTime(table: "vault_time")

    /// What an accepted wrong clock has caused and ``resetTimes(to:from:on:)`` does not change.
    public static let notMended = [
        "trash and tombstones that were erased meanwhile are not brought back",
        "the times of changes that devices have already read stay in the devices until they pull the entry again",
        "rows that were swept are not brought back",
        "the times in the audit log stay as they were written",
    ]

    /// Sets the times that lie in the future back to the present. The sweeper computes due times again.
    ///
    /// - Parameter latest: the latest time by which the service has judged.
    public static func resetTimes(
        to now: Instant, from latest: Instant, on database: any Database
    ) async throws -> [String: Int] {
        try await TimeColumn.reset(timeColumns, to: now, from: latest, on: database)
    }

    // swift-format-ignore
    static let timeColumns = [
        TimeColumn("vault_head", key: "account", "touched_at"),
        TimeColumn("vault_head", key: "account", "rate_from"),
        TimeColumn("vault_head", key: "account", "backend_rate_from"),
        TimeColumn("vault_head", key: "account", "due_at", within: .days(181), .clear),
        TimeColumn("vault_epoch", key: "account, epoch", "at"),
        TimeColumn("vault_version", key: "account, id, rev", "updated_at"),
        TimeColumn("vault_op", key: "account, op_id", "at"),
        TimeColumn("vault_device", key: "account, device", "last_seen"),
        TimeColumn("vault_dek", key: "account, version", "created_at"),
        TimeColumn("vault_introduction", key: "jti", "expires_at", within: .minutes(3)),
        TimeColumn("vault_item", key: "account, id", "created_at"),
        TimeColumn("vault_item", key: "account, id", "updated_at"),
        TimeColumn("vault_item", key: "account, id", "deleted_at"),
        TimeColumn("vault_wrap", key: "account, key_version, wrap_id", "updated_at"),
        TimeColumn("vault_sighting", key: "account", "time"),
        TimeColumn("sweep_sighting", key: "elapsed", "time"),
        TimeColumn("generation", key: "number", "begun_at"),
        TimeColumn("vault_instance", key: "id", "seen"),
        TimeColumn("vault_key", key: "id", "since"),
    ]
}

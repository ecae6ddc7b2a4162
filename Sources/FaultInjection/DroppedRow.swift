/// The rows that `LATCHKEY_DROP_ROW=machine/state/event` (comma separated) removes from the state tables, so that a check
/// can show which test or story fails without them. The row of `UserStanding` for two statuses is
/// `UserStanding/login status/approval status`. Release builds drop none.
public enum DroppedRow {
    /// True if any row is dropped.
    @inlinable @inline(__always)
    public static var any: Bool {
        #if DEBUG
        !rows.isEmpty
        #else
        false
        #endif
    }

    /// True if this row is dropped. The three names are the raw values that the table itself uses.
    @inlinable @inline(__always)
    public static func includes(machine: String, state: String, event: String) -> Bool {
        any && rows.contains("\(machine)/\(state)/\(event)")
    }

    @usableFromInline
    static let rows = Set((Environment.value("LATCHKEY_DROP_ROW") ?? "").split(separator: ",").map(String.init))
}

/// The rows that `LATCHKEY_DROP_ROW=machine/state/event` (comma separated) removes from the state tables, so that a check
/// can show which test or story fails without them. Release builds drop none.
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

    /// True if this row is dropped. The names are the table's own tokens.
    @inlinable @inline(__always)
    public static func names(machine: String, state: String, event: String) -> Bool {
        any && rows.contains("\(machine)/\(state)/\(event)")
    }

    @usableFromInline
    static let rows = Set((Environment.value("LATCHKEY_DROP_ROW") ?? "").split(separator: ",").map(String.init))
}

/// A row taken out of a state table by `LATCHKEY_DROP_ROW=machine/state/event`, so that its tests are seen to fail.
public enum DroppedRow {
    /// Whether any row is dropped at all; false in a release build.
    @inlinable @inline(__always)
    public static var any: Bool {
        #if DEBUG
        !Rehearsed.droppedRows.isEmpty
        #else
        false
        #endif
    }

    /// Whether this row is dropped. Names are the table's own tokens.
    @inlinable @inline(__always)
    public static func names(machine: String, state: String, event: String) -> Bool {
        any && Rehearsed.droppedRows.contains("\(machine)/\(state)/\(event)")
    }
}

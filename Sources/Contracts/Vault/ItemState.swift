public import JSONRPC

/// How alive an item is (VAULT.md, "Tombstones and history").
public enum ItemState: String, WireEnum, Hashable {
    /// In use.
    case live
    /// Put away; its content is kept and can be restored for 30 days.
    case trashed
    /// Gone; only its id and rev remain.
    case deleted
}

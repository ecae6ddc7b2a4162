public import JSONRPC

/// What an operation does to its item.
public enum OpType: String, WireEnum, Hashable {
    case create, update, trash, delete, restore
}

/// What becomes of an update whose base is not the item's rev.
public enum OnConflict: String, WireEnum, Hashable {
    /// Say so, and give what the item is now.
    case `return`
    /// Keep the server's item and store this body as a copy under `copyId`.
    case copy
}

/// What becomes of an update whose item has been deleted.
public enum OnGone: String, WireEnum, Hashable {
    /// Say so, and give the tombstone.
    case `return`
    /// Bring the item back with this body.
    case restore
    /// Store this body as a copy under `copyId`.
    case copy
}

/// What became of one operation.
public enum OpOutcome: String, WireEnum, Hashable {
    case applied, noop, replayed, conflict, gone, rejected
}

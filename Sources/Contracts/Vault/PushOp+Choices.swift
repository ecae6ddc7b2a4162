public import JSONRPC

/// What became of one operation.
public enum OpOutcome: String, WireEnum, Hashable {
    case applied, noop, replayed, conflict, gone, rejected
}

/// The SQL dialect of an engine.
public enum Dialect: Sendable, Hashable {
    /// One writer runs at a time, so rows need no locks.
    case sqlite
    case postgres

    /// Replaces the placeholders `{lockRow}`, `{shareRow}` and `{claim}` in a statement's text.
    public func render(_ text: String) -> String {
        guard text.contains("{" as Character) else { return text }
        let (lockRow, claim) = self == .sqlite ? ("", "") : ("FOR UPDATE", "FOR UPDATE SKIP LOCKED")
        return text.replacing("{lockRow}", with: lockRow).replacing("{claim}", with: claim)
            .replacing("{shareRow}", with: self == .sqlite ? "" : "FOR SHARE")
    }
}

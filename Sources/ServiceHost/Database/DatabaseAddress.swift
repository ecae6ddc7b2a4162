/// What the setting `database` names.
public enum DatabaseAddress: Sendable, Hashable {
    /// A file of the embedded engine: one process alone.
    case sqlite(path: String)
    /// A server, for several instances.
    case postgres(url: String)

    /// Reads the setting; nil or nothing is the embedded engine at `absent`.
    public init(_ text: String?, absent: String) throws(SettingsFault) {
        guard let text, !text.isEmpty else {
            self = .sqlite(path: absent)
            return
        }
        if text.hasPrefix("sqlite:"), text.utf8.count > 7 {
            self = .sqlite(path: String(text.dropFirst(7)))
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(url: text)
        } else {
            // The text is not repeated: it may hold a password.
            throw SettingsFault("the setting database must be sqlite:PATH or postgres://user@host/name")
        }
    }
}

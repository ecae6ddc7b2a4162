/// The value of the setting `database`.
enum DatabaseAddress: Sendable, Hashable {
    /// A file of SQLite, which one process opens.
    case sqlite(path: String)
    /// A PostgreSQL server, which several instances share.
    case postgres(url: String)

    /// The end of the sentence "must be …". Faults never repeat the value, because it may contain a password.
    static let format = "sqlite:PATH or postgres://user@host/name"

    init?(_ text: String) {
        if text.hasPrefix("sqlite:"), text.utf8.count > 7 {
            self = .sqlite(path: String(text.dropFirst(7)))
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(url: text)
        } else {
            return nil
        }
    }
}

/// The key file that does not fit the vault's database, as one line for the administrator.
public enum WrongVaultKey: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no file of a wrapping key.
    case none
    /// The database needs the key with this id, and there is no file of it.
    case missing(_ id: String)
    /// The file of the key with this id holds another key.
    case other(_ id: String)

    public var description: String {
        switch self {
        case .none: "there is no wrapping key: put the file vault.kek-1.key into the key folder"
        case .missing(let id):
            "the key file vault.\(id).key is missing and this database needs it: restore it from its safe copy"
        case .other(let id):
            """
            the key file vault.\(id).key does not hold the key that this database was written with: restore it from its \
            safe copy
            """
        }
    }
}

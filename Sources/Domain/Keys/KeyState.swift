/// The state of a key of a ``KeyKind``; ``KeyLife`` is the table of its transitions.
///
/// The state is in the database, so that all instances have the same; it does not depend on the names of files.
public enum KeyState: String, CaseIterable, Hashable, Sendable, Codable {
    /// Known to every instance before it is used. What it made is accepted, and it makes nothing.
    case published
    /// Signs tokens, makes nonces, or makes what rows hold. One key of each kind is active.
    case active
    /// Was active. A key that signs or makes nonces verifies what it made until the last of that has expired; a key that
    /// made rows is kept until no row needs it.
    case verifyOnly
    /// Is not used any more. Its file may be deleted.
    case retired

    /// The word for the state of a key of a kind, for the administrator. Keys that made rows verify nothing.
    public func word(of kind: KeyKind) -> String {
        switch self {
        case .verifyOnly where kind.makesRows: "kept for its rows"
        case .published, .active, .verifyOnly, .retired: rawValue
        }
    }
}

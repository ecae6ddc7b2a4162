/// The state of a key of a ``KeyKind``: `published` → `active` → `verifyOnly` → `retired`.
///
/// The state is in the database, so that all instances have the same; it does not depend on the names of files.
public enum KeyState: String, CaseIterable, Hashable, Sendable, Codable {
    /// Known to every verifier before it is used. Verifies and does not sign.
    case published
    /// Signs, and verifies. One key of each kind is active.
    case active
    /// Was active, and verifies what it signed until the last of that has expired.
    case verifyOnly
    /// Neither signs nor verifies. Its file may be deleted.
    case retired
}

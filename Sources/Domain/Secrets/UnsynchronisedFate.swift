/// What becomes of the secrets, or edits, the server never got. There is no other case: no answer of a server and no
/// log out destroys the only copy.
public enum UnsynchronisedFate: String, CaseIterable, Hashable, Sendable, Codable {
    /// Untouched.
    case kept
}

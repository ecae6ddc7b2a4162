/// The fate of a deletion that was not sent before the end of a session. The secret's own content never stays with it.
public enum UnsentDeletionFate: String, CaseIterable, Hashable, Sendable, Codable {
    /// Nothing ended: the deletion stays to be sent.
    case kept
    /// Only the secret's id and version stay. The deletion is sent when the account signs in again, so that a secret
    /// its owner deleted does not come back.
    case keptWithoutContent
    /// Removed, because the account and its secrets no longer exist.
    case dropped
}

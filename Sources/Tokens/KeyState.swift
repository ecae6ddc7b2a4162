/// Where a signing key is in its life. A retired key is simply no longer in the table.
public enum KeyState: String, Hashable, Sendable, CaseIterable {
    /// Shown to everybody so that they know it in time; verifies, signs nothing yet.
    case published
    /// Signs. One for each algorithm.
    case active
    /// Signs no more; verifies until the last token it signed is past.
    case decryptOnly
}

/// What an access token allows. Raw values are the words of its `scope` claim, separated by spaces.
public enum Scope: String, Hashable, Sendable, CaseIterable {
    /// Use the vault; present only while the person is approved for syncing.
    case sync
    /// Manage one's own account.
    case account
    /// A new device with nothing but a right code: it can prove the PIN, be admitted, ask its status, log out.
    case unproven
    /// The second factor is still due.
    case preTFA = "pre_tfa"
    /// A required PIN is still to be made.
    case pinRequired = "pin_required"
    /// Operators: decide approvals of their groups.
    case approvalsDecide = "approvals.decide"
    /// Operators and backends: look people up.
    case usersRead = "users.read"
    /// Backends: ask whether a token stands.
    case introspect
    /// Backends: read the feed of events.
    case eventsRead = "events.read"
    /// Auth alone: empty an account's vault.
    case vaultPurge = "vault.purge"
}

extension Set<Scope> {
    /// The claim's text, words sorted.
    public var text: String { map(\.rawValue).sorted().joined(separator: " ") }

    /// Reads the claim; words this release does not know allow nothing here and are left out.
    public init(text: String) { self.init(text.split(separator: " ").compactMap { Scope(rawValue: String($0)) }) }
}

/// A permission of an access token. Raw values are the words of its `scope` claim, separated by spaces.
public enum Scope: String, CaseIterable, Hashable, Sendable, Codable {
    /// Use the vault; granted only while the person is approved for syncing.
    case sync
    /// Manage one's own account.
    case account
    /// Add children, invite them and decide about their access (parents).
    case family
    /// Use a device that a parent has bound: the session of a child, which manages no account.
    case child
    /// Be admitted by another device, ask the session's status and log out. It is the one scope of a session at the
    /// level ``SessionLevel/unproven``.
    case unproven
    /// Prove the second factor.
    case preTFA = "pre_tfa"
    /// Make or prove the required PIN.
    case pinRequired = "pin_required"
    /// Decide the approvals of one's facility groups (operators).
    case approvalsDecide = "approvals.decide"
    /// Know who the person is. It is the one scope of a token for another service, and no method of ours takes it.
    case identify
    /// Get authenticator codes from the vault, and list whose they are (backends).
    case secretsCodes = "secrets.codes"
    /// Read the vault's items (backends).
    case secretsRead = "secrets.read"
    /// Add, edit, delete and restore the vault's items, without reading them (backends).
    case secretsWrite = "secrets.write"
    /// Look up what was done to people of one's facility groups (operators).
    case usersRead = "users.read"
}

extension Set<Scope> {
    /// The scopes that a person's device can give a backend for the vault, each narrower than ``Scope/sync``.
    public static let delegable: Set = [.secretsCodes, .secretsRead, .secretsWrite]

    /// The text of the `scope` claim, words sorted.
    public var text: String { map(\.rawValue).sorted().joined(separator: " ") }

    /// Reads a `scope` claim and leaves out words that this release does not know.
    public init(text: String) { self.init(text.split(separator: " ").compactMap { Scope(rawValue: String($0)) }) }
}

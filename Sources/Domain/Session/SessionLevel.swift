/// The part of authentication a session has passed. Each later proof raises the level; nothing lowers it.
///
/// Raw values are stored in the `session` table and travel as `gate` between the services.
public enum SessionLevel: String, CaseIterable, Hashable, Sendable, Codable {
    /// A right code on a new device. The session may only be admitted by another device, ask its status and log out.
    case unproven
    /// The login has to make or prove a PIN.
    case pinRequired
    /// The second factor has not been proven yet.
    case preTFA = "preTfa"
    /// Everything required has been proven.
    case full
}

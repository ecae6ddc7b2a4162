/// How far a session has come through the gates that stand before full scope; each call that passes one widens it.
public enum SessionGate: String, Sendable, Hashable {
    /// A code alone on a new device: it sees nothing until it is admitted.
    case unproven
    /// A required PIN has yet to be made or proved.
    case pinRequired
    /// The second factor has yet to be passed.
    case preTFA = "preTfa"
    /// Through.
    case full
}

import AuthStore

/// Who decides about people: an operator in a session, or the local administrator on the service's own socket.
struct OperatorIdentity: Sendable, Hashable {
    /// Whose decision it is.
    let decider: Decider
    /// The device key that asks; a fixed word for the administrator.
    let thumbprint: String

    /// The local administrator.
    static let administrator = OperatorIdentity(decider: .administrator, thumbprint: "administrator")
}

/// What a person wants done with the stored secrets when they leave.
public enum SecretChoice: String, CaseIterable, Hashable, Sendable, Codable {
    /// They stay on this device, no longer tied to the account.
    case keep
    /// What the server has a copy of goes; what it never got stays.
    case delete
}

/// The person's choice about the secrets on the device when they log out or delete the account.
public enum SecretChoice: String, CaseIterable, Hashable, Sendable, Codable {
    /// Keep them on this device, without the account.
    case keep
    /// Delete those the server has a copy of; the others stay.
    case delete
}

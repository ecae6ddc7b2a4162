/// The person who holds a device that waits to be admitted, as the operator has found out. Raw values are words of the wire.
public enum AdmittedPerson: String, CaseIterable, Hashable, Sendable, Codable {
    /// The owner of the account, who gets in.
    case owner
    /// Somebody who has got the number after the owner, and gets a new account on it.
    case newPerson
}

/// The one action that a proof by a PIN's key confirms. A proof of one purpose is refused for any other.
///
/// Raw values are part of the message that the key signs, and are words of the wire.
public enum PINPurpose: String, CaseIterable, Hashable, Sendable, Codable {
    /// Opening a session, or proving one that is open.
    case login
    /// Opening the local store of a device.
    case unlock
    /// Making a PIN: the proof is by the new PIN's key.
    case enrol
    /// Replacing a PIN: the proof is by the old PIN's key.
    case change
    /// Confirming an act in a session that is already proved.
    case reauth
}

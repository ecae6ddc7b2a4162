/// An act on an account that a person may have to confirm, because the device in their hand may be stolen.
public enum ConfirmedAct: CaseIterable, Hashable, Sendable {
    /// Withdrawing the admission of another device, by removing it, by ending its session, or together with all others.
    case removeDevice
    /// Admitting a new device from one that is admitted.
    case admitDevice
    /// Admitting the caller's own new device.
    case admitItself
    /// Making the recovery codes, the PIN or the second factor of an account that was registered within
    /// ``ConfirmationRule/registrationTime`` and has never had any.
    case makeFirstSecret
    /// Making recovery codes, a PIN or a second factor at any other time.
    case makeSecret
    /// Replacing a PIN, or removing a second factor, which a secret of the person's own confirms.
    case changeSecret
    /// Giving the account another number.
    case changeNumber
    /// Deleting the account.
    case deleteAccount
    /// Making an invite for another parent of a child, or for another device of a child who has or had one. Whoever accepts
    /// it stays: a parent is removed by nobody else, and a child's device reads the child's secrets.
    case inviteToFamily
}

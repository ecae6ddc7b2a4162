public import Primitives

/// The state of the hold on an account. A hold begins when a device is suspended.
public enum HoldState: Hashable, Sendable {
    /// No device is suspended, and a message may suspend one.
    case none
    /// A device is suspended. Unless somebody with a secret of their own decides otherwise, its admission is withdrawn
    /// at this moment.
    case open(until: Instant)
    /// A hold was ended by a secret of the person's own or by the administrator. No message suspends a device or
    /// deletes the account before this moment, so that a thief cannot go on against an owner who has come back.
    case settled(until: Instant)
}
